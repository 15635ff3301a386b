// Data that could enter error messages, and calls with one such value in one place.
import { isPlain } from "./bad-values.mjs";

/** Text that no error may contain, in whatever form a record has it. */
export const secret = "alicesecret";
const digits = "70707070707";

class Named {
  field = secret;
  toString = () => secret;
}
Object.defineProperty(Named.prototype, "inspect", { value: () => secret });

const ownError = () => {
  throw new Error(`${secret} of the caller's own`);
};

/** Makers of the value of one field of one record. */
export const hostile = {
  text: () => secret,
  "a number": () => Number(digits) + 0.5,
  "a negative number": () => -Number(digits),
  "a BigInt": () => BigInt(digits) ** 3n,
  "a symbol": () => Symbol(secret),
  "a function": () => Object.defineProperty(() => secret, "name", { value: secret }),
  "an object with a text": () => ({ toString: () => secret, valueOf: () => secret }),
  "an object whose class is a field": () => ({ constructor: { name: secret }, name: secret }),
  "an object of a class": () => new Named(),
  "a list": () => [secret, digits],
  "a Date": () => new Date(Number(digits)),
  "a Date that is none": () => new Date(secret),
  "a Promise": () => Promise.resolve(secret),
  "a Map": () => new Map([[secret, secret]]),
  "a field of this name": () => ({ [secret]: () => 1 }),
};

/** Data that throw on access: the caller's own error. */
export const throwing = {
  "a getter": () => ({
    get item() {
      return ownError();
    },
    get user() {
      return ownError();
    },
  }),
  "a proxy": () =>
    new Proxy({}, { get: ownError, has: ownError, ownKeys: ownError, getPrototypeOf: ownError }),
};

export const isCallersOwn = (error) => error?.message?.startsWith(`${secret} of the caller's own`);

/** All text of an error that logstar wrote. */
export function shownBy(error) {
  const parts = [];
  for (let one = error; one instanceof Error; one = one.cause) {
    parts.push(one.message, JSON.stringify({ ...one }) ?? "");
  }
  return parts.length > 0 ? parts.join("\n") : String(error);
}

/** Whether an error contains any of it. */
export const tells = (text) => [secret, digits].some((part) => text.includes(part));

const columnNames = [
  "x",
  "y",
  "unlabelled",
  "rows",
  "values",
  "counts",
  "users",
  "items",
  "orderBy",
];
const isList = (value) => Array.isArray(value) || ArrayBuffer.isView(value) || value instanceof Map;

/** The places of data in a call: lists among its arguments, their columns, and options with records. */
export function dataPlaces(args) {
  return args.flatMap((value, i) => {
    if (isList(value)) return i === 0 ? [[i]] : []; // quantiles, and names of groups, are public
    if (!isPlain(value)) return [];
    const isOptions = "epsilon" in value || "ledger" in value;
    return Object.entries(value)
      .filter(([name, one]) => isList(one) && (columnNames.includes(name) || !isOptions))
      .map(([name]) => [i, name]);
  });
}

/** The list with a value in its middle: as a record, and in the fields of a record. */
export function listsWith(list, make) {
  const all = Array.from(list);
  const at = Math.floor(all.length / 2);
  const put = (value) => all.map((one, i) => (i === at ? value : one));
  const record = all[at];
  if (isList(record)) {
    const inside = Array.from(record);
    if (list instanceof Map)
      return inside.map((_, place) => put(inside.map((one, i) => (i === place ? make() : one))));
    return [
      put(make()),
      ...inside.map((_, place) => put(inside.map((one, i) => (i === place ? make() : one)))),
    ];
  }
  if (isPlain(record)) {
    return [put(make()), ...Object.keys(record).map((name) => put({ ...record, [name]: make() }))];
  }
  return [put(make())];
}
