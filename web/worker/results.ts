import * as here from "./here.js";

/** Released values with methods: plain rules, which cross as their JSON. By name, as bundlers rename classes. */
const plainClasses = Object.entries(/** @type {Record<string, any>} */ (here)).filter(
  ([, kind]) => kind.fromJSON !== undefined,
);

/**
 * A result as it can cross.
 * @param {any} result
 */
export function packResult(result) {
  const found = plainClasses.find(([, kind]) => result?.value instanceof kind);
  if (found === undefined) return { result };
  return { result: { ...result, value: result.value.toJSON() }, kind: found[0] };
}

/**
 * A result on the page's side.
 * @param {{ result: any, kind?: string }} packed
 */
export function unpackResult({ result, kind }) {
  if (kind === undefined) return result;
  const [, found] = /** @type {[string, any]} */ (plainClasses.find(([name]) => name === kind));
  return { ...result, value: found.fromJSON(result.value) };
}
