// Data stay with the worker that holds them. A request to logstar names them, and that worker fills them in and
// passes the request on: the page's thread, which draws the page, never copies a row.
import type { Contents } from "./data-worker.js";

/** A request to logstar, or a part of it. */
type Part = { readonly [key: string]: unknown };

/** Lists up to this length may name data; the library's longer ones are data. */
const short = 64;

/**
 * Stands for data in a request: instead of them, or with `...` among the options.
 * @param of how the worker finds them
 */
export function held<Name extends keyof Contents>(
  name: Name,
  of: Parameters<Contents[Name]>[0],
): ReturnType<Contents[Name]> {
  return { held: { name, of } } as never;
}

const isPlain = (value: unknown): value is Part =>
  typeof value === "object" &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value));

const isList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.length <= short;

/** Whether a request names data. */
export function namesHeld(value: unknown): boolean {
  if (isList(value)) return value.some(namesHeld);
  return isPlain(value) && ("held" in value || Object.values(value).some(namesHeld));
}

/** A request with the data that it names. */
export function filled(value: unknown, contents: Contents): unknown {
  if (isList(value)) return value.map((one) => filled(one, contents));
  if (!isPlain(value)) return value;
  const entries = Object.entries(value).filter(([key]) => key !== "held");
  const others = Object.fromEntries(entries.map(([key, one]) => [key, filled(one, contents)]));
  if (!("held" in value)) return others;
  const { name, of } = value.held as { name: keyof Contents; of: never };
  const found = contents[name](of);
  return entries.length === 0 ? found : { ...others, ...found };
}
