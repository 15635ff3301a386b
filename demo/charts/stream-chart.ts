// The true count of every step with the threshold, the uncertain band around it and the answers.
import * as Plot from "@observablehq/plot";
import { whole } from "../words.js";
import { chartWidth, figure, margins } from "./frame.js";

export function streamChart({
  stream,
  threshold,
  plan,
  answers,
  counted,
  unit,
}: {
  stream: { names: string[]; counts: Float64Array; rows: number };
  threshold: number;
  plan: { sureNoBelow: number; sureYesAbove: number };
  answers: boolean[];
  /** what is counted, in words, and on the axis */
  counted: string;
  unit: string;
}) {
  const rows = Array.from(stream.counts, (count, step) => ({ step, count, answer: answers[step] }));
  const fill = ({ answer }: { answer?: boolean }) =>
    answer === undefined ? "var(--bars)" : answer ? "var(--accent)" : "var(--second)";
  const band = {
    from: Math.max(0, threshold - plan.sureNoBelow),
    to: threshold + plan.sureYesAbove,
  };
  const plot = Plot.plot({
    className: "plot",
    ...margins,
    width: chartWidth(),
    height: 260,
    marginTop: 16,
    marginBottom: 36,
    x: {
      label: null,
      domain: [-0.5, rows.length - 0.5],
      ticks: everyFew(rows.length, chartWidth() / 90),
      tickFormat: (step) => stream.names[step]!.replace(/^\d{4}-/, ""),
    },
    y: { label: unit, grid: true, domain: [0, Math.max(...stream.counts, band.to) * 1.05] },
    ariaLabel: `${counted} in each step, the raw data`,
    marks: [
      Plot.rect([band], {
        x1: -0.5,
        x2: rows.length - 0.5,
        y1: "from",
        y2: "to",
        fill: "var(--band)",
      }),
      Plot.rectY(rows, {
        x1: ({ step }) => step - 0.4,
        x2: ({ step }) => step + 0.4,
        y: "count",
        fill,
      }),
      Plot.ruleY([threshold], { stroke: "var(--ink)", strokeDasharray: "3 3" }),
      Plot.ruleY([0]),
    ],
  });
  return figure(
    plot,
    "The raw counts, step by step",
    `${whole(stream.rows)} rows in ${whole(rows.length)} steps. Dashed: the threshold. In the shaded band either answer is possible; with the stated confidence, a count above it gets a yes and a count below it a no.`,
  );
}

/** Steps that have room for their names. */
function everyFew(steps: number, room: number) {
  const distance = Math.max(1, Math.ceil(steps / room));
  return Array.from({ length: Math.ceil(steps / distance) }, (_, i) => i * distance);
}
