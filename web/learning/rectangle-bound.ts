import type { Domain } from "../data/domains.js";
import { type Bounded, leastPossibleFor } from "../ledger/least-possible.js";
import type { AxisGrid } from "./rectangle-grid.js";

type Terms = Pick<Bounded, "epsilon" | "delta" | "neighbors" | "confidence">;

/** The bound for axes of equal sizes, whichever of them gives the most. */
function leastOf(sizes: Pick<Bounded, "domain" | "candidates">[], names: unknown[], terms: Terms) {
  const { epsilon, delta, neighbors, confidence } = terms;
  const bounds = [...new Set(names)].map((name) => {
    const axes = names.filter((other) => other === name).length;
    const size = sizes[names.indexOf(name)]!;
    const asked = { task: "learnRectangle" as const, k: axes, ...size };
    return leastPossibleFor({ ...asked, epsilon, delta, neighbors, confidence });
  });
  return Math.max(...bounds);
}

/** No algorithm promises fewer errors of boxes with sides at any keys. */
export const leastOfBoxes = (domains: Domain<unknown>[], terms: Terms) =>
  leastOf(
    domains.map(({ core }) => ({ domain: core })),
    domains.map(({ name }) => name),
    terms,
  );

/** The same for boxes of cells; Infinity without a grid. */
export function leastOnGrid(grids: AxisGrid[], terms: Terms) {
  if (grids.length === 0) return Number.POSITIVE_INFINITY;
  // Before the first edge there may be no key.
  const cells = grids.map((grid) => (Array.isArray(grid) ? Math.max(1, grid.length) : grid));
  return leastOf(
    cells.map((candidates) => ({ candidates })),
    cells,
    terms,
  );
}
