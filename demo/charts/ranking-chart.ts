// The true counts of the most frequent values, and the probability of releasing each.
import * as Plot from "@observablehq/plot";
import { share, shorten, whole } from "../words.js";
import { chartWidth, figure } from "./frame.js";

export function rankingChart({
  rows,
  chances,
  named,
  name,
  what,
  rehearsals,
  statement,
}: {
  rows: { item: string; count: number }[];
  chances: Map<string, number> | undefined;
  named: Set<string>;
  name: string;
  what: string;
  rehearsals: number;
  statement: string;
}) {
  const width = chartWidth();
  const plot = Plot.plot({
    className: "plot",
    width,
    height: 64 + 22 * rows.length,
    marginLeft: width < 500 ? 92 : 150,
    marginRight: 64,
    x: { label: what, grid: true, ticks: width < 500 ? 4 : 8 },
    y: {
      label: null,
      domain: rows.map(({ item }) => item),
      tickFormat: (item) => shorten(item, width < 500 ? 11 : 20),
    },
    ariaLabel: `The most frequent values of ${name} with their true counts`,
    marks: [
      Plot.barX(rows, {
        x: "count",
        y: "item",
        fill: ({ item }) => (named.has(item) ? "var(--accent)" : "var(--bars)"),
      }),
      Plot.text(chances ? rows : [], {
        x: "count",
        y: "item",
        text: ({ item }) => share((chances?.get(item) ?? 0) / rehearsals),
        textAnchor: "start",
        dx: 6,
        fill: "var(--ink)",
      }),
      Plot.ruleX([0]),
    ],
  });
  const rehearsed = chances
    ? `Beside each bar: the share of ${whole(rehearsals)} rehearsals that return it. Rehearsals stay hidden and cost nothing.`
    : "";
  return figure(plot, "The raw counts", `${rehearsed} ${statement}`);
}
