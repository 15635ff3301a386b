// The true values of groups, for the owner only, with the released answers in them.
import * as Plot from "@observablehq/plot";
import type { groupPicture } from "../data/group-picture.js";
import type { GroupAnswer } from "../questions/groups.js";
import { readable, shorten, whole } from "../words.js";
import { chartWidth, figure } from "./frame.js";

const listed = (answers: GroupAnswer[]) =>
  answers.filter((one): one is GroupAnswer & { value: number } => typeof one.value === "number");

const millions = new Intl.NumberFormat("en", {
  notation: "compact",
  maximumSignificantDigits: 5,
});
/** Totals in full would lie over each other. */
const tickText = (number: number) =>
  Math.abs(number) < 1e6 ? number.toLocaleString("en") : millions.format(number);

function frame(
  rows: string[],
  {
    width,
    label,
    ariaLabel,
    marks,
  }: {
    width: number;
    label: string | null;
    ariaLabel: string;
    marks: Plot.Markish[];
  },
) {
  return Plot.plot({
    className: "plot",
    width,
    height: 60 + 24 * rows.length,
    marginLeft: width < 500 ? 92 : 150,
    marginRight: 28,
    x: { label, grid: true, ticks: width < 560 ? 4 : 8, nice: true, tickFormat: tickText },
    y: {
      label: null,
      domain: rows,
      tickFormat: (name) => shorten(`${name}`, width < 500 ? 11 : 20),
    },
    ariaLabel,
    marks,
  });
}

const truthsOf: Record<string, string> = { mean: "means", sum: "totals" };

/** The true values of the largest groups, with the released answers. */
export function truthChart({
  truth,
  task,
  name,
  answers,
}: {
  truth: ReturnType<typeof groupPicture>;
  task: string;
  name: string;
  answers: GroupAnswer[];
}) {
  const isCount = task === "count" || task === "histogram";
  const value = (one: { people: number; mean?: number; sum?: number; truth?: number }) =>
    isCount ? one.people : ((one as Record<string, number | undefined>)[task] ?? one.truth);
  const groups = truth.map(({ group }) => group);
  const dots = listed(answers).filter(({ group }) => groups.includes(`${group}`));
  const bands = task === "median" || task === "quartiles" ? truth : [];
  return figure(
    frame(groups, {
      width: chartWidth(),
      label: isCount ? "people" : name,
      ariaLabel: "The true value of each group",
      marks: [
        isCount
          ? Plot.barX(truth, { x: "people", y: "group", fill: "var(--bars)" })
          : Plot.ruleY(bands, {
              ...{ x1: "low", x2: "high", y: "group" },
              ...{ stroke: "var(--band)", strokeWidth: 12 },
            }),
        Plot.tickX(truth, { x: value, y: "group", stroke: "var(--ink)" }),
        Plot.dot(dots, { x: "value", y: "group", fill: "var(--accent)", r: 5 }),
      ],
    }),
    isCount ? "The true numbers of people" : `The true ${truthsOf[task] ?? "medians"}`,
    [
      truth.length === 1 ? "" : `The ${whole(truth.length)} largest groups.`,
      bands.length > 0 ? "Shaded: medians within the stated error in people or rows." : "",
      dots.length > 0 ? "Dots: the released answers." : "",
      truth.length === 1 && value(truth[0]!) !== undefined
        ? `Exactly: ${readable(value(truth[0]!)!, 6)}.`
        : "",
    ]
      .filter(Boolean)
      .join(" "),
  );
}
