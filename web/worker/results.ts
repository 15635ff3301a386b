import * as here from "./here.js";

/** Such a class. */
type PlainClass = { new (...args: never): { toJSON(): object }; fromJSON(saved: unknown): object };
type Valued = { value: { toJSON(): object } };

/** A result as it crosses. `kind`: the class of its value. */
export type PackedResult = { result: unknown; kind?: string };

/** Released values with methods: plain rules, which cross as their JSON. By name, as bundlers rename classes. */
const plainClasses = Object.entries(here as Record<string, unknown>).filter(
  (entry): entry is [string, PlainClass] => (entry[1] as PlainClass).fromJSON !== undefined,
);

/** A result as it can cross. */
export function packResult(result: unknown): PackedResult {
  const found = plainClasses.find(
    ([, kind]) => (result as Valued | null | undefined)?.value instanceof kind,
  );
  if (found === undefined) return { result };
  return {
    result: { ...(result as Valued), value: (result as Valued).value.toJSON() },
    kind: found[0],
  };
}

/** A result on the page's side. */
export function unpackResult({ result, kind }: PackedResult) {
  if (kind === undefined) return result;
  const [, found] = plainClasses.find(([name]) => name === kind) as [string, PlainClass];
  return { ...(result as Valued), value: found.fromJSON((result as Valued).value) };
}
