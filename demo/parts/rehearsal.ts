// A rehearsal draws many times without a ledger, for the owner's picture only. It only counts the answers, then
// discards them.
import { finerEdges } from "../data/sorted-column.js";

const most = 60;
const enough = 20;
/** Milliseconds: it happens at each move of a slider. */
const patience = 400;
/** With more rows even one drawing takes too long for that. */
const mostRows = 200_000;

/**
 * The law of an answer, estimated from rehearsals, in the shape of an exact one.
 * @param draw returns an empty list for no answer
 */
export async function rehearsedLaw(
  histogram: { edges: Float64Array; records: number },
  drawValues: () => Promise<number[]>,
) {
  const edges = finerEdges(histogram.edges, 2);
  const bins = new Float64Array(edges.length - 1);
  const values: number[] = [];
  let none = 0;
  const begun = performance.now();
  let rehearsals = 0;
  const goesOn = () => rehearsals < enough || performance.now() - begun < patience;
  while (histogram.records <= mostRows && rehearsals < most && goesOn()) {
    const found = await drawValues();
    values.push(...found);
    if (found.length === 0) ++none;
    ++rehearsals;
  }
  const [low, high] = [edges[0]!, edges[edges.length - 1]!];
  let below = 0;
  let above = 0;
  for (const value of values) {
    if (value < low) below += 1 / values.length;
    else if (value > high) above += 1 / values.length;
    else {
      const bin = Math.floor(((value - low) / (high - low)) * bins.length);
      bins[Math.min(bins.length - 1, bin)]! += 1 / values.length;
    }
  }
  return { none: none / rehearsals, edges, bins, below, above, rehearsals };
}
