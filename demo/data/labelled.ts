// Labelled records: their picture, and where a learned threshold would fall.
import { type DomainChoice, type Points, pointsOf } from "./domain-points.js";
import { exponentialLaw } from "./law.js";
import { lawEdges } from "./law-edges.js";
import { countBins, distinctValues, roundEdges } from "./sorted-column.js";

/** Values and labels 0 and 1 of the rows that have both, and which rows these are. */
export function labelledRows(
  numbers: Float64Array,
  { codes, labels }: { codes: Int32Array; labels: string[] },
  value: string,
) {
  const wanted = labels.indexOf(value);
  const x = new Float64Array(numbers.length);
  const y = new Uint8Array(numbers.length);
  const places = new Uint32Array(numbers.length);
  let rows = 0;
  for (let row = 0; row < numbers.length; ++row) {
    if (Number.isNaN(numbers[row]) || codes[row]! < 0) continue;
    places[rows] = row;
    x[rows] = numbers[row]!;
    y[rows++] = codes[row] === wanted ? 1 : 0;
  }
  return { x: x.subarray(0, rows), y: y.subarray(0, rows), rows: places.subarray(0, rows) };
}

/** The values of either label, sorted. */
export function splitByLabel({ x, y }: Pick<ReturnType<typeof labelledRows>, "x" | "y">) {
  return {
    all: x.slice().sort(),
    ones: x.filter((_, row) => y[row] === 1).sort(),
    zeros: x.filter((_, row) => y[row] === 0).sort(),
  };
}

/** Counts of either label by bins of the value. */
export function labelledPicture({ all, ones, zeros }: ReturnType<typeof splitByLabel>) {
  const edges = roundEdges(all, 40, 0);
  return {
    edges,
    ones: countBins(ones, edges).counts,
    zeros: countBins(zeros, edges).counts,
    records: all.length,
    positives: ones.length,
  };
}

export function thresholdLaw(
  parts: ReturnType<typeof splitByLabel>,
  {
    epsilon,
    ones,
    domain,
    edges,
  }: { epsilon: number; ones: "below" | "above"; domain: DomainChoice; edges: Float64Array },
) {
  const points = pointsOf(domain);
  const { values } = distinctValues(parts.all, points);
  const low = ones === "below" ? parts.ones : parts.zeros; // belong at or below the threshold
  const high = ones === "below" ? parts.zeros : parts.ones;
  const errors = errorsAfter(values, low, high, points);
  const { sumBy, ...law } = exponentialLaw({
    distinct: values,
    points,
    before: 1, // the rule that puts every value above the threshold
    exponent: (index, onValue) => -epsilon * (onValue ? errors[index + 1]! : errors[index]!),
  });
  let best = 0;
  for (let i = 1; i < errors.length; ++i) if (errors[i]! < errors[best]!) best = i;
  const own = lawEdges(law, edges, points);
  return {
    ...law,
    ...sumBy(own),
    edges: own,
    truth: best === 0 ? undefined : values[best - 1],
    leastErrors: errors[best],
  };
}

/** Wrongly labelled records if the threshold is before all values (0) or at value number i - 1. */
function errorsAfter(values: Float64Array, low: Float64Array, high: Float64Array, points: Points) {
  const errors = new Float64Array(values.length + 1);
  errors[0] = low.length;
  let [l, h] = [0, 0];
  for (let i = 0; i < values.length; ++i) {
    while (l < low.length && points.snap(low[l]!) <= values[i]!) ++l;
    while (h < high.length && points.snap(high[h]!) <= values[i]!) ++h;
    errors[i + 1] = low.length - l + h;
  }
  return errors;
}
