import { GroupNames } from "../data/group-names.js";
import { isWritable } from "./writing.js";

/** Rejects names of groups or items that engines cannot hold, or that are one name there: it would count twice. */
export function checkNames(option: string, names: unknown[]) {
  if (names.flat().some((part) => typeof part === "string" && !isWritable(part))) {
    throw new RangeError(`${option} must be text without NUL and lone surrogates, got others`);
  }
  const known = new GroupNames();
  const written = (part: unknown) => (Number.isInteger(part) ? BigInt(part as number) : part);
  const inEngine = names.map((name) =>
    known.one(Array.isArray(name) ? name.map(written) : written(name)),
  );
  if (new Set(inEngine).size < names.length) {
    throw new RangeError(`${option} must differ in an engine, where 1 is 1n, got one twice`);
  }
}
