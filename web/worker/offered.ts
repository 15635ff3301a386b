import * as logstar from "../index.js";
import * as here from "./here.js";

/**
 * What is neither here nor offered: the worker is loaded already, ledgers make their parts and steps, and tables
 * are asked from the page's side.
 */
const notOffered = /** @type {const} */ ([
  ...["load", "LedgerPart", "LedgerParts", "LedgerSteps", "table"],
]);

/** Properties that never change: known as soon as the object is. Others are asked for. */
const fixed = /** @type {const} */ (["record", "loss", "perStep"]);

/** Members for mechanisms, which are in the worker, and for JavaScript. */
const inner = /** @type {const} */ (["charge", "openSession", "dispose", "constructor"]);

/** @typedef {(typeof notOffered)[number] | keyof typeof here} NotOffered */
/** @typedef {(typeof fixed)[number]} Fixed */
/** @typedef {(typeof inner)[number]} Inner */

/**
 * What `connect` gives of the main entry.
 * @typedef {{ functions: string[], classes: { name: string, resumes: boolean }[] }} Offer
 * @returns {Offer} functions of a namespace with its name before a dot
 */
export function offered() {
  const all = Object.entries(/** @type {Record<string, any>} */ (logstar)).filter(
    ([name]) => !(name in here) && !isOneOf(notOffered, name),
  );
  const functions = all.flatMap(([name, value]) => {
    if (typeof value === "function") return isClass(value) ? [] : [name];
    return Object.keys(value).map((member) => `${name}.${member}`);
  });
  const classes = all
    .filter(([, value]) => isClass(value))
    .map(([name, { fromJSON }]) => ({ name, resumes: fromJSON !== undefined }));
  return { functions, classes };
}

/**
 * An object that stays in the worker, as the page needs to know it.
 * @typedef {{ facts: Record<string, any>, asked: string[], methods: string[] }} Description
 * @param {any} object
 * @returns {Description}
 */
export function described(object) {
  /** @type {Description} */
  const description = { facts: {}, asked: [], methods: [] };
  for (const [name, { get }] of membersOf(object)) {
    if (isOneOf(inner, name)) continue;
    if (isOneOf(fixed, name)) description.facts[name] = object[name];
    else (get === undefined ? description.methods : description.asked).push(name);
  }
  return description;
}

/**
 * What its classes give an object, the nearest last.
 * @param {object} object
 * @returns {Map<string, PropertyDescriptor>}
 */
function membersOf(object) {
  const home = Object.getPrototypeOf(object);
  if (home === Object.prototype) return new Map();
  const own = Object.entries(Object.getOwnPropertyDescriptors(home));
  return new Map([...membersOf(home), ...own]);
}

/** @type {(list: readonly string[], name: string) => boolean} */
const isOneOf = (list, name) => list.includes(name);

/** @param {Function} value */
function isClass(value) {
  return Object.getOwnPropertyDescriptor(value, "prototype")?.writable === false;
}
