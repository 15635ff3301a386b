import * as logstar from "../index.js";
import * as here from "./here.js";

/**
 * Exports that are neither here nor offered: the worker is already loaded, ledgers make their parts and steps,
 * and library.ts makes tables and sessions over rows, which may keep their rows on the page's side. Stores live there
 * too.
 */
const notOffered = [
  ...["load", "LedgerPart", "LedgerParts", "LedgerSteps", "table", "RowSliceSession"],
  ...["spend", "createLedger", "ledgerInBrowser", "ledgersInBrowser", "endLedgerInBrowser"],
] as const;

/** Properties that never change: known as soon as the object is. Others are asked for. */
const fixed = ["record", "loss", "perStep", "people"] as const;

/**
 * Members for mechanisms, which are in the worker, of rows and slices of rows, which stay where they are, and for
 * JavaScript.
 */
const inner = [
  ...["charge", "openSession"],
  ...["rows", "column", "slices"],
  ...["dispose", "constructor"],
] as const;

export type NotOffered = (typeof notOffered)[number] | keyof typeof here;

export type Fixed = (typeof fixed)[number];

export type Inner = (typeof inner)[number];

/** The exports of the main entry that `connect` returns. */
export type Offer = { functions: string[]; classes: { name: string; resumes: boolean }[] };

export function offered(): Offer {
  const all = Object.entries(logstar as Record<string, unknown>).filter(
    ([name]) => !(name in here) && !isOneOf(notOffered, name),
  );
  const functions = all.flatMap(([name, value]) => {
    if (typeof value === "function") return isClass(value) ? [] : [name];
    return Object.keys(value as object).map((member) => `${name}.${member}`);
  });
  const classes = all
    .filter(([, value]) => isClass(value))
    .map(([name, value]) => ({
      name,
      resumes: (value as { fromJSON?: unknown }).fromJSON !== undefined,
    }));
  return { functions, classes };
}

/** An object that stays in the worker, as the page needs to know it. */
export type Description = { facts: Record<string, unknown>; asked: string[]; methods: string[] };

export function described(object: object) {
  const description: Description = { facts: {}, asked: [], methods: [] };
  for (const [name, { get }] of membersOf(object)) {
    if (isOneOf(inner, name)) continue;
    if (isOneOf(fixed, name)) description.facts[name] = object[name as keyof typeof object];
    else (get === undefined ? description.methods : description.asked).push(name);
  }
  return description;
}

/** The members of an object's classes, the nearest last. */
function membersOf(object: object): Map<string, PropertyDescriptor> {
  const home = Object.getPrototypeOf(object);
  if (home === Object.prototype) return new Map();
  const own = Object.entries(Object.getOwnPropertyDescriptors(home));
  return new Map([...membersOf(home), ...own]);
}

const isOneOf: (list: readonly string[], name: string) => boolean = (list, name) =>
  list.includes(name);

function isClass(value: unknown) {
  return Object.getOwnPropertyDescriptor(value, "prototype")?.writable === false;
}
