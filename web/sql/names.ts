import { GroupNames } from "../data/group-names.js";
import type { Identity } from "./columns.js";
import { isWritable } from "./writing.js";

/** The most names of bins or items that one query lists. */
const most = 10_000;

/** Rejects a list that is too long for a query, or whose names engines cannot tell apart. */
export function checkList(option: string, names: unknown[]) {
  checkFew(option, names);
  checkNames(option, names);
}

export function checkFew(option: string, list: unknown[]) {
  if (list.length <= most) return;
  throw new RangeError(
    `${option} must be at most ${most.toLocaleString("en")} for a table in an engine, got ${list.length}`,
  );
}

/** Names as queries list them, by their numbers, without those that no row of the column can have. */
export const listedNames = (identity: Pick<Identity, "written">, names: readonly unknown[]) =>
  names.flatMap((name, number) => {
    const sql = identity.written(name);
    return sql === undefined ? [] : [{ number, sql }];
  });

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
