import type { Request } from "../core/fields.js";
import type { QuantileFields } from "./options.js";

const sized = ["tree-log", "heavy-paths"];
const chosenByRule = ["auto", "least-promise"];

type SizeRead = Pick<
  Request<QuantileFields>,
  "algorithm" | "size" | "neighbors" | "missing" | "outside"
>;

/**
 * The size that an interior point may use. Throws if the algorithm needs a size and has none; ignores a size that
 * no algorithm uses.
 */
export function interiorSize({
  algorithm,
  size,
  neighbors,
  missing,
  outside,
}: SizeRead): number | undefined {
  const needsSize = sized.includes(algorithm);
  if (size === undefined) {
    if (!needsSize || neighbors === "replace") return size;
    throw new TypeError(
      `size must be given for ${algorithm} (the public maximum number of records), got undefined`,
    );
  }
  if (needsSize) return size;
  const mayTake =
    chosenByRule.includes(algorithm) || (algorithm === "cut" && neighbors === "replace");
  if (!mayTake) return undefined;
  // Dropping a record would change the public number of records.
  const isWhole = missing === "throw" && outside !== "drop";
  if (neighbors !== "replace" || isWhole) return size;
  if (algorithm === "cut") {
    throw new TypeError(
      `size of cut needs every record: missing must be "throw" and outside not "drop", got missing: "${missing}" and outside: "${outside}"`,
    );
  }
  return undefined;
}

/**
 * The size that a median or quantile may use: by cut choice, and under add-remove, as the error does not depend
 * on it under replace.
 */
export function declaredSize({ algorithm, size, neighbors }: SizeRead): number | undefined {
  const mayTake = chosenByRule.includes(algorithm) || algorithm === "cut";
  return mayTake && neighbors === "add-remove" ? size : undefined;
}

/**
 * The size for data of `records` records. Under replace their number is public, and is the size.
 * @param algorithm the chosen algorithm
 * @param records the number of records, including those that the domain drops
 */
export function publicSize(
  { q, neighbors, size }: { q?: number; neighbors: string; size?: number },
  algorithm: string,
  records: number,
) {
  const takesSize = sized.includes(algorithm) || (algorithm === "cut" && size !== undefined);
  if (q !== undefined || neighbors !== "replace" || !takesSize) return size;
  if (size !== undefined && size !== records) {
    throw new RangeError(
      `size must be the number of records, ${records}, which neighbors: "replace" makes public, got ${size}`,
    );
  }
  return Math.max(1, records);
}
