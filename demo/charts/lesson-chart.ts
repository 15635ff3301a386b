// Two laws of one answer, with a person and without.
import * as Plot from "@observablehq/plot";
import { readable } from "../words.js";
import { binRows, chartWidth, figure, margins } from "./frame.js";

export function lessonChart({
  edges,
  ratio,
  name,
  epsilon,
  ...laws
}: {
  edges: Float64Array;
  with: Float64Array;
  without: Float64Array;
  ratio: number;
  name: string;
  epsilon: number;
}) {
  const line = (law: "with" | "without", more: Plot.LineYOptions) =>
    Plot.lineY(
      binRows(edges, laws[law]).map(({ from, to, value }) => ({ pay: (from + to) / 2, value })),
      { x: "pay", y: "value", strokeWidth: 2.5, ...more },
    );
  const plot = Plot.plot({
    className: "plot",
    ...margins,
    width: chartWidth(),
    height: 240,
    marginTop: 20,
    marginBottom: 36,
    x: { label: "the median that is released" },
    y: { label: "chance", axis: null },
    ariaLabel: "The chances of each released median, with and without one person",
    marks: [
      Plot.ruleY([0], { stroke: "var(--line)" }),
      line("with", { stroke: "var(--accent)" }),
      line("without", { stroke: "var(--second)", strokeDasharray: "5 4" }),
    ],
  });
  return figure(
    plot,
    `The chance of each answer, with ${name} (solid) and without (dashed)`,
    `These are the exact laws. No answer is more than ${readable(Math.ceil(1000 * ratio) / 1000, 4)} times as likely in one as in the other; epsilon ${epsilon} allows ${readable(Math.exp(epsilon), 4)}. A reader of the answer can hardly know whether ${name} was in the data, let alone what ${name} earns. With few people the error is large; more people reduce it.`,
  );
}
