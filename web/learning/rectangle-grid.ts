import { type Optional, optional, whole } from "../core/fields.js";
import { describe } from "../core/options.js";
import type { Domain } from "../data/domains.js";
import { encodedValue } from "../data/plain-values.js";
import type { AxisValue } from "./hypothesis-rectangle.js";
import { laidOut } from "./labelled-columns.js";

/** The grid of an axis: a number of cells of equal size, or the start of each cell after the first. */
export type AxisGrid = number | AxisValue[];

/** More than 11 million boxes have on any axis. */
const mostCells = 10_000;

function gridOfAxis(name: string, value: unknown): AxisGrid {
  if (Array.isArray(value)) return [...value];
  if (typeof value === "number") return whole().read(name, value);
  throw new TypeError(
    `${name} must be numbers of cells or arrays of edges, got ${describe(value)}`,
  );
}

/** One number for all axes, or a grid for each; `axesOf` compares their number with the axes. */
export function axisGrid(): Optional<number | AxisGrid[] | undefined> {
  return optional(
    {
      kind: "whole number or a grid for each axis",
      example: 2,
      read: (name, value) =>
        Array.isArray(value)
          ? Array.from(value, (one) => gridOfAxis(name, one))
          : whole().read(name, value),
    },
    undefined,
  );
}

/**
 * The edges of `cells` cells of equal size between a smallest and a greatest double, whose keys are not evenly
 * spread.
 */
function edgesOfReals({ core: { min, max } }: Domain<AxisValue>, cells: number) {
  if (typeof min !== "number" || typeof max !== "number") {
    throw new RangeError(`grid must be edges for reals without min and max, got ${cells}`);
  }
  return Array.from({ length: cells - 1 }, (_, i) => {
    const share = (i + 1) / cells;
    return min * (1 - share) + max * share;
  });
}

/** One for each axis; none without a grid. */
export function gridsOf(grid: number | AxisGrid[] | undefined, axes: number): AxisGrid[] {
  if (grid === undefined) return [];
  const grids = Array.isArray(grid) ? grid : Array<AxisGrid>(axes).fill(grid);
  if (grids.length === axes) return grids;
  throw new RangeError(`grid must be one, or as many as columns, ${axes}, got ${grids.length}`);
}

/** The axes as the core takes them. */
export function axesOf(
  domains: Domain<AxisValue>[],
  grid: number | AxisGrid[] | undefined,
): object[] {
  if (grid === undefined) return domains.map(({ core }) => core);
  const grids = gridsOf(grid, domains.length);
  return domains.map((domain, axis) => {
    const one = grids[axis]!;
    if (Array.isArray(one)) return { ...domain.core, edges: laidOut(one, domain) };
    if (!(one >= 1 && one <= mostCells)) {
      throw new RangeError(`grid must be from 1 to ${mostCells} cells on an axis, got ${one}`);
    }
    return domain.core.type === "reals"
      ? { ...domain.core, edges: laidOut(edgesOfReals(domain, one), domain) }
      : { ...domain.core, cells: one };
  });
}

/** The grid as a record says it. */
export const saidGrid = (grid: number | AxisGrid[] | undefined) =>
  Array.isArray(grid)
    ? grid.map((one) => (Array.isArray(one) ? one.map(encodedValue) : one))
    : grid;
