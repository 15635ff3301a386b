// A rehearsal draws many times without a ledger, for the owner's picture only. None of its answers is
// shown one by one, kept or released.
import { finerEdges } from "../data/sorted-column.js";

/**
 * The law of an answer, estimated from rehearsals, in the shape of an exact one.
 * @param {{ edges: Float64Array, records: number }} histogram
 * @param {() => Promise<number[]>} draw
 */
export async function rehearsedLaw(histogram, draw) {
  const times = timesFor(histogram.records);
  const edges = finerEdges(histogram.edges, 2);
  const bins = new Float64Array(edges.length - 1);
  const all = [];
  for (let i = 0; i < times; ++i) all.push(...(await draw()));
  const [low, high] = [edges[0], edges[edges.length - 1]];
  let below = 0;
  let above = 0;
  for (const value of all) {
    if (value < low) below += 1 / all.length;
    else if (value > high) above += 1 / all.length;
    else {
      const bin = Math.floor(((value - low) / (high - low)) * bins.length);
      bins[Math.min(bins.length - 1, bin)] += 1 / all.length;
    }
  }
  return { edges, bins, below, above, rehearsals: times };
}

/** Fewer for much data: it happens at each move of a slider. */
export function timesFor(records) {
  return records > 200_000 ? 0 : records > 20_000 ? 20 : 60;
}
