// The records that each algorithm needs, and a lower bound for any, against the number of bits of a value.
import * as Plot from "@observablehq/plot";
import { h } from "../dom.js";
import { whole } from "../words.js";
import { chartWidth, figure } from "./frame.js";

/** The name of the bound that no algorithm beats. */
const limit = "lower bound";

export const algorithmNames: Record<string, string> = {
  exponential: "exponential mechanism",
  cut: "cut choice",
  "rec-concave": "RecConcave",
  "tree-log": "TreeLog",
  "heavy-paths": "HeavyPaths",
  "tree-log-slices": "TreeLog by slices",
};

const colours: Record<string, string> = {
  [limit]: "var(--soft)",
  exponential: "var(--line-1)",
  cut: "var(--line-2)",
  "tree-log": "var(--line-3)",
  "rec-concave": "var(--line-4)",
  "tree-log-slices": "var(--line-5)",
  "heavy-paths": "var(--line-6)",
};

interface Needed {
  algorithm: string;
  bits: number;
  records: number;
}

/** The records that algorithms need; `bits`: the chosen size. */
interface Curves {
  curves: Needed[];
  possible: { bits: number; records: number }[];
  printed: Needed[];
  bits: number;
}

export function planChart({ curves, possible, printed, bits }: Curves) {
  const width = chartWidth(1040);
  const isNarrow = width < 560;
  const needs = [...curves, ...possible, ...printed].map(({ records }) => records);
  const lowest = Math.min(...needs) / 1.5;
  const powers = Array.from({ length: 9 }, (_, power) => 10 ** power).filter(
    (one) => one >= lowest && one <= Math.max(...needs),
  );
  const plot = Plot.plot({
    className: "plot",
    width,
    height: isNarrow ? 380 : 440,
    marginLeft: 64,
    marginRight: isNarrow ? 16 : 180,
    marginBottom: 40,
    marginTop: 24,
    x: {
      type: "log",
      base: 2,
      label: "bits of a value",
      ticks: (isNarrow ? [3, 6, 10, 15, 20] : [3, 6, 8, 10, 13, 16, 20]).map((power) => 2 ** power),
      tickFormat: (one) => (one < 2 ** 14 ? whole(one) : `2^${Math.log2(one)}`),
    },
    y: {
      type: "log",
      label: "records needed",
      domain: [lowest, Math.max(...needs) * 1.2],
      grid: true,
      ticks: powers,
      tickFormat: "~s",
    },
    ariaLabel:
      "Records needed against bits of a value, one line for each algorithm; the table below has the numbers",
    marks: marksOf({ curves, possible, printed, bits }, lowest, isNarrow),
  });
  const dashed =
    printed.length > 0
      ? " Dashed lines: the constants printed in the papers, at epsilon 1, delta 1e-6 and 95% confidence."
      : "";
  return figure(
    plot,
    "Records needed for an interior point",
    `Both axes are logarithmic. Every line is what a proof promises for all data. Grey: with so few records no algorithm can promise it; that is proved too.${dashed}`,
  );
}

/** @param lowest where the picture begins */
function marksOf(
  { curves, possible, printed, bits }: Curves,
  lowest: number,
  isNarrow: boolean,
): Plot.Markish[] {
  const lines = {
    x: "bits",
    y: "records",
    z: "algorithm",
    stroke: ({ algorithm }: Needed) => colours[algorithm],
  };
  const ends = spread(
    [...curves, ...possible.map((point) => ({ ...point, algorithm: limit }))]
      .filter((point) => point.bits === 2 ** 20)
      .map((point) => ({ ...point, at: point.records })),
  );
  return [
    Plot.areaY(possible, {
      x: "bits",
      y1: lowest,
      y2: "records",
      fill: "var(--soft)",
      fillOpacity: 0.18,
    }),
    Plot.line(possible, { x: "bits", y: "records", stroke: "var(--soft)", strokeWidth: 1.5 }),
    Plot.ruleX([bits], { stroke: "var(--ink)", strokeDasharray: "2 4" }),
    Plot.line(printed, { ...lines, strokeDasharray: "5 4", strokeOpacity: 0.8 }),
    Plot.line(curves, { ...lines, strokeWidth: 1.5, filter: (one) => one.algorithm !== "cut" }),
    Plot.line(curves, { ...lines, strokeWidth: 4, filter: (one) => one.algorithm === "cut" }),
    isNarrow
      ? null
      : Plot.text(ends, {
          x: "bits",
          y: "at",
          text: ({ algorithm }) => algorithmNames[algorithm] ?? algorithm,
          textAnchor: "start",
          dx: 8,
          fill: ({ algorithm }) => colours[algorithm],
          fontWeight: 600,
          fontSize: 12,
        }),
  ];
}

/** A short coloured line for the table, which is the legend on narrow screens. */
export function legendMark(algorithm = limit) {
  const mark = h("span.legend-mark", { "aria-hidden": "true" });
  mark.style.setProperty("background", colours[algorithm]!);
  return mark;
}

/** Places the lines' names at their ends, with space between them. */
function spread(ends: (Needed & { at: number })[]) {
  const placed = ends.toSorted((a, b) => a.records - b.records);
  for (let i = 1; i < placed.length; ++i) {
    const least = placed[i - 1]!.at * 1.7;
    const one = placed[i]!;
    placed[i] = { ...one, at: Math.max(one.records, least) };
  }
  return placed;
}
