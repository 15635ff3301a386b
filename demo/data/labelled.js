// Labelled records: their picture, and where a learned threshold would fall.
import { pointsOf } from "./domain-points.js";
import { exponentialLaw } from "./law.js";
import { lawEdges } from "./law-edges.js";
import { countBins, distinctValues, roundEdges } from "./sorted-column.js";

function split({ x, y }) {
  return {
    all: x.slice().sort(),
    ones: x.filter((_, row) => y[row] === 1).sort(),
    zeros: x.filter((_, row) => y[row] === 0).sort(),
  };
}

/** Counts of either label by bins of the value. */
export function labelledPicture(data) {
  const { all, ones, zeros } = split(data);
  const edges = roundEdges(all, 40);
  return {
    edges,
    ones: countBins(ones, edges).counts,
    zeros: countBins(zeros, edges).counts,
    records: all.length,
    positives: ones.length,
  };
}

/**
 * @param {{ x: Float64Array, y: Uint8Array }} data
 * @param {{ epsilon: number, ones: "below" | "above", domain: object, edges: Float64Array }} request
 */
export function thresholdLaw(data, { epsilon, ones, domain, edges }) {
  const points = pointsOf(domain);
  const parts = split(data);
  const { values } = distinctValues(parts.all, points);
  const low = ones === "below" ? parts.ones : parts.zeros; // belong at or below the threshold
  const high = ones === "below" ? parts.zeros : parts.ones;
  const errors = errorsAfter(values, low, high, points);
  const { sumBy, ...law } = exponentialLaw({
    distinct: values,
    points,
    before: 1, // the rule that puts every value above the threshold
    exponent: (index, onValue) => -epsilon * (onValue ? errors[index + 1] : errors[index]),
  });
  let best = 0;
  for (let i = 1; i < errors.length; ++i) if (errors[i] < errors[best]) best = i;
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
function errorsAfter(values, low, high, points) {
  const errors = new Float64Array(values.length + 1);
  errors[0] = low.length;
  let [l, h] = [0, 0];
  for (let i = 0; i < values.length; ++i) {
    while (l < low.length && points.snap(low[l]) <= values[i]) ++l;
    while (h < high.length && points.snap(high[h]) <= values[i]) ++h;
    errors[i + 1] = low.length - l + h;
  }
  return errors;
}
