// Pictures of the raw data with the private answer in them: for the data's owner only.
import * as Plot from "@observablehq/plot";

const frame = { className: "plot", height: 240, marginLeft: 55, marginBottom: 38 };

/** A histogram with the released value as a line and the ranks it may miss by as a band. */
export function quantilePicture({ numbers, name, value, q, rankError, width }) {
  const sorted = Float64Array.from(numbers).sort();
  const at = (rank) => sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(rank)))];
  const band = { from: at(q * sorted.length - rankError), to: at(q * sorted.length + rankError) };
  // The picture shows the middle 99%: a few extremes would flatten everything else.
  const low = Math.min(at(0.005 * sorted.length), value, band.from);
  const high = Math.max(at(0.995 * sorted.length), value, band.to);
  const shown = Array.from(sorted).filter((number) => number >= low && number <= high);
  return Plot.plot({
    ...frame,
    width,
    x: { label: name, domain: low < high ? [low, high] : [low - 1, high + 1] },
    y: { label: "records", grid: true },
    ariaLabel: `Histogram of ${name} with the private answer`,
    marks: [
      Plot.rectY(
        shown,
        Plot.binX({ y: "count" }, { x: (d) => d, thresholds: 40, fill: "var(--bars)" }),
      ),
      Plot.rect([band], { x1: "from", x2: "to", fill: "var(--band)", fillOpacity: 0.45 }),
      Plot.ruleX([value], { stroke: "var(--accent)", strokeWidth: 3 }),
      Plot.ruleY([0]),
    ],
  });
}

/** The true counts of the most frequent items; those released are in colour. */
export function rankingPicture({ counts, released, name, width }) {
  const top = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 20);
  return Plot.plot({
    ...frame,
    height: 60 + 20 * top.length,
    marginLeft: 130,
    width,
    x: { label: "records", grid: true },
    y: { label: null, domain: top.map(([item]) => item), tickFormat: shorten },
    ariaLabel: `The 20 most frequent values of ${name}; those released are in colour`,
    marks: [
      Plot.barX(top, {
        x: "1",
        y: "0",
        fill: ([item]) => (released.has(item) ? "var(--accent)" : "var(--bars)"),
      }),
      Plot.ruleX([0]),
    ],
  });
}

function shorten(text) {
  return text.length > 18 ? `${text.slice(0, 17)}…` : text;
}
