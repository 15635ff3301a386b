// Labelled records on both sides of a line: label 1 above it, label 0 below.
import * as Plot from "@observablehq/plot";
import type { labelledPicture } from "../data/labelled.js";
import { readable, share, whole } from "../words.js";
import { binRows, chartWidth, figure, margins } from "./frame.js";

export function labelledChart({
  picture,
  name,
  value,
  mark,
  law,
}: {
  picture: ReturnType<typeof labelledPicture>;
  name: string;
  value: string;
  mark?: number;
  law: { truth?: number; leastErrors?: number };
}) {
  const { edges, ones, zeros } = picture;
  const domain = [edges[0], edges[edges.length - 1]];
  const rows = [
    ...binRows(edges, ones).map((row) => ({ ...row, label: value })),
    ...binRows(edges, zeros).map((row) => ({ ...row, value: -row.value, label: `not ${value}` })),
  ];
  const plot = Plot.plot({
    className: "plot",
    ...margins,
    width: chartWidth(),
    height: 260,
    marginTop: 12,
    marginBottom: 36,
    x: { domain, label: name },
    y: { label: "rows", grid: true, tickFormat: (count) => whole(Math.abs(count)) },
    ariaLabel: `Histogram of ${name} by label, the raw data`,
    marks: [
      Plot.rectY(rows, {
        x1: "from",
        x2: "to",
        y: "value",
        fill: ({ label }) => (label === value ? "var(--second)" : "var(--bars)"),
      }),
      Plot.ruleY([0]),
      Plot.ruleX(law.truth === undefined ? [] : [law.truth], {
        stroke: "var(--ink)",
        strokeDasharray: "3 3",
      }),
      Plot.ruleX(mark === undefined ? [] : [mark], { stroke: "var(--accent)", strokeWidth: 3 }),
      Plot.text([value], { frameAnchor: "top-right", dy: 4, fill: "var(--ink)", fontWeight: 600 }),
      Plot.text([`not ${value}`], {
        frameAnchor: "bottom-right",
        dy: -6,
        fill: "var(--ink)",
        fontWeight: 600,
      }),
    ],
  });
  const best =
    law.truth === undefined
      ? ""
      : ` Dashed: the best threshold, ${readable(law.truth, 4)}, which labels ${whole(law.leastErrors!)} wrongly (${share(law.leastErrors! / picture.records)}).`;
  return figure(
    plot,
    "The raw data, by label",
    `${whole(picture.records)} rows, ${whole(picture.positives)} of them ${value}.${best}`,
  );
}
