// Bins for the picture of a law: the chart's bins if it is wide there, else bins around the law.

/**
 * @param law between which values 95 of 100 answers lie
 * @param edges of the chart's histogram
 * @param points of the domain; `unit` is the distance of its values
 */
export function lawEdges(
  { from, to }: { from: number; to: number },
  edges: Float64Array,
  { unit }: { unit?: number },
) {
  const [chartLow, chartHigh] = [edges[0]!, edges[edges.length - 1]!];
  const width = to - from;
  const isInside = from >= chartLow && to <= chartHigh;
  const isWide = isInside && width > 0.12 * (chartHigh - chartLow);
  const step = unit ?? (chartHigh - chartLow) / 1e4;
  const margin = Math.max(0.5 * width, 4 * step);
  const low = isWide ? chartLow : from - margin;
  const high = isWide ? chartHigh : to + margin;
  if (unit !== undefined && (high - low) / unit < 160) return oneEach(low, high, unit);
  const count = 160;
  return Float64Array.from({ length: count + 1 }, (_, i) => low + ((high - low) * i) / count);
}

/** A bin for each value of the domain, with the value in its middle. */
function oneEach(low: number, high: number, unit: number) {
  const first = Math.floor(low / unit);
  const count = Math.ceil(high / unit) - first + 1;
  return Float64Array.from({ length: count + 1 }, (_, i) => (first + i - 0.5) * unit);
}
