// The raw data of one column, and above it where a private quantile would fall.
import * as Plot from "@observablehq/plot";
import { h } from "../dom.js";
import { readable, share, whole } from "../words.js";
import { binRows, chartWidth, figure, margins } from "./frame.js";

const released = (values: Plot.Data | undefined) =>
  Plot.ruleX(values, { stroke: "var(--accent)", strokeWidth: 3 });

const label = (values: Plot.Data | undefined) =>
  Plot.text(values, {
    x: (value) => value,
    text: (value) => `released ${readable(value, 4)}`,
    frameAnchor: "top",
    dy: -14,
    fill: "var(--accent)",
    fontWeight: 700,
  });

/** A law in bins: exact, with the values between which 95 of 100 answers lie, or of `rehearsals`. */
export interface Law {
  none: number;
  edges: Float64Array;
  bins: Float64Array;
  below: number;
  above: number;
  from?: number;
  to?: number;
  rehearsals?: number;
}

/** @param picture `law` is exact, or an estimate from `rehearsals` draws */
export function lawChart({
  law,
  histogram,
  values,
  what,
}: {
  law: Law;
  histogram: { edges: Float64Array };
  values: number[];
  what: string;
}) {
  if (law.rehearsals === 0) {
    return h("p.hint", "The data are too many to rehearse with at each move of a slider.");
  }
  const title = `Where ${what} would fall, at this epsilon`;
  const rehearsed = `A rehearsal: ${law.rehearsals} draws on this machine, which stay hidden and cost nothing.`;
  const none = law.none > 0.005 ? ` ${share(law.none)} of draws have no answer.` : "";
  if (law.none > 0.5 || law.bins.every((bin) => bin === 0)) {
    const how = law.rehearsals === undefined ? "Computed from your data, exactly." : rehearsed;
    const why = `${none} Almost all answers fall outside the data: they are too few for this epsilon.`;
    return h("figure", h("p.chart-title", title), h("figcaption", how + why));
  }
  const domain = [law.edges[0]!, law.edges[law.edges.length - 1]!] as const;
  const isMagnified = domain[1] - domain[0] < 0.9 * (histogram.edges.at(-1)! - histogram.edges[0]!);
  const isWider = domain[1] - domain[0] > 1.1 * (histogram.edges.at(-1)! - histogram.edges[0]!);
  const inside = values.filter((value) => value >= domain[0] && value <= domain[1]);
  const band = law.from !== undefined && [
    { from: Math.max(domain[0], law.from), to: Math.min(domain[1], law.to!) },
  ];
  const plot = Plot.plot({
    className: "plot",
    ...margins,
    width: chartWidth(),
    height: 170,
    marginTop: 26,
    marginBottom: 24,
    x: { domain, label: null },
    y: { label: "chance", axis: null },
    ariaLabel: "Distribution of the possible answers",
    marks: [
      band ? Plot.rect(band, { x1: "from", x2: "to", fill: "var(--band)" }) : null,
      Plot.rectY(binRows(law.edges, law.bins), {
        x1: "from",
        x2: "to",
        y: "value",
        fill: "var(--law)",
        inset: 0,
      }),
      Plot.ruleY([0], { stroke: "var(--line)" }),
      released(inside),
      inside.length < 4 ? label(inside) : null,
    ],
  });
  const outside = law.below + law.above;
  const stray = outside > 0.005 ? ` ${share(outside)} of answers are outside this picture.` : "";
  const size = isMagnified ? " Magnified." : isWider ? " On a wider scale than the data." : "";
  return figure(
    plot,
    title,
    law.from === undefined
      ? `${rehearsed}${none}${stray}`
      : `The exact law of the answer, computed from your data: 95 of 100 answers lie between ${readable(law.from, 4)} and ${readable(law.to!, 4)} (shaded).${none}${stray}${size}`,
  );
}

export function histogramChart({
  histogram,
  name,
  values,
  truths,
}: {
  histogram: {
    edges: Float64Array;
    counts: Float64Array;
    below: number;
    above: number;
    records: number;
  };
  name: string;
  values: number[];
  truths: number[];
}) {
  const { edges, counts, below, above, records } = histogram;
  const domain = [edges[0]!, edges[edges.length - 1]!] as const;
  const inside = values.filter((value) => value >= domain[0] && value <= domain[1]);
  const plot = Plot.plot({
    className: "plot",
    ...margins,
    width: chartWidth(),
    height: 200,
    marginTop: 24,
    marginBottom: 36,
    x: { domain, label: name },
    y: { label: "rows", grid: true, ticks: Math.min(5, Math.max(...counts)) },
    ariaLabel: `Histogram of ${name}, the raw data`,
    marks: [
      Plot.rectY(binRows(edges, counts), { x1: "from", x2: "to", y: "value", fill: "var(--bars)" }),
      Plot.ruleY([0]),
      Plot.ruleX(truths, { stroke: "var(--ink)", strokeDasharray: "3 3" }),
      released(inside),
    ],
  });
  const rest =
    below + above > 0 ? ` ${whole(below + above)} extreme rows are not in the picture.` : "";
  const truth =
    truths.length > 0
      ? ` Dashed: the exact answer, ${truths.map((one) => readable(one, 4)).join(", ")}.`
      : "";
  return figure(plot, "The raw data", `${whole(records)} rows.${truth}${rest}`);
}
