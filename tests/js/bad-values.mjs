// Bad values to put in the place of valid ones, and the errors that may result.
import assert from "node:assert/strict";
import * as logstar from "../../dist/index.js";

function detached(array) {
  structuredClone(array.buffer, { transfer: [array.buffer] });
  return array;
}

export const badNumbers = [
  ...[Number.NaN, -0, 0, -1, 1, 1.5, 2, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ...[5e-324, 1e-320, 1e-300, 1e-17, 1 - 2 ** -53, 1e9, 1e300, 2 ** 53, -(2 ** 63), 1e308],
];

export const badTexts = [
  ...["", "x", "\0", "a\0b", "\ud800", "\udc00\ud800", "NaN", "1", "add-remove", "{", "null"],
  ...["__proto__", "constructor", "toString"],
];

export const bad = [
  ...badNumbers,
  ...[0n, -1n, 7n, 2n ** 70n, undefined, null, true, false, Symbol("s"), () => 1, () => []],
  ...badTexts,
  ...[
    {},
    { length: 3 },
    { length: -1 },
    { length: 1e12 },
    Object.create(null),
    new Date(Number.NaN),
  ],
  ...[[], [5], [[]], [undefined, null], [Number.NaN, -0, Number.POSITIVE_INFINITY], Array(3)],
  ...[["\0", "\ud800", "ok"], [1, "a", 2n], [1n, 2n], [{}], Array(100).fill(7), [0.5, 0.2], [0, 1]],
  ...[
    new Map(),
    new Map([["a", Number.NaN]]),
    new Set([1, 2]),
    new Uint8Array(0),
    new Uint8Array(9),
  ],
  ...[Float64Array.of(Number.NaN, -0, Number.POSITIVE_INFINITY), BigInt64Array.of(-5n, 2n ** 62n)],
  ...[new ArrayBuffer(8), detached(new Float64Array(60)), new DataView(new ArrayBuffer(8))],
  ...[
    { users: [1], items: [] },
    { items: ["a"], counts: [-1] },
    [{ item: "a", count: Number.NaN }],
  ],
  ...[logstar.integers(0, 3), logstar.text(3), logstar.bigIntegers(70), { core: {}, name: "x" }],
];

/** Every place tries all bad values, or a part of them in turn: each kind in one of several places. */
const places = process.env.BAD_VALUES === "all" ? 1 : 8;
let place = 0;
export function nextBad() {
  const at = place++ % places;
  return bad.filter((_, index) => index % places === at);
}

const documented = ["RangeError", "TypeError", "BudgetExceeded"];

/** The wording of JavaScript engines and Embind for internal failures. */
const stumbled =
  /Cannot |is not (a function|iterable|a constructor|defined|extensible)|Invalid (array|typed|time)|undefined \(|reading '|BindingError|call stack|out of memory|not convertible/;

/** Rejects undocumented errors, and errors whose kind is right by accident only. */
export function checkError(error, described) {
  const shown = `${described} threw ${error?.stack ?? String(error)}`;
  assert.ok(documented.includes(error?.name), shown);
  assert.ok(error.message.length > 0, described);
  assert.doesNotMatch(error.message, stumbled, shown);
}

export const shown = (value) => {
  if (typeof value === "function" || typeof value === "symbol") return typeof value;
  if (ArrayBuffer.isView(value)) return value.constructor.name;
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : `${value}`;
  return (
    JSON.stringify(value, (_, one) => (typeof one === "bigint" ? `${one}n` : one)) ?? "nothing"
  );
};

export const isPlain = (value) =>
  value !== null && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype;

/** Every replaceable place in a call: arguments, and options by name. */
export const placesOf = (args) =>
  args.flatMap((argument, i) => {
    if (!isPlain(argument)) return [[i]];
    return [[i], ...Object.keys(argument).map((option) => [i, option])];
  });

export function put(args, [i, option], value) {
  args[i] = option === undefined ? value : { ...args[i], [option]: value };
}
