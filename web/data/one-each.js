import { kindOf } from "../core/options.js";
import { makingOf } from "./domains.js";
import { compareItems } from "./item-order.js";
import { isDate, isMissing } from "./missing.js";
import { checkUser, numbered } from "./numbering.js";
import { columnOfRows } from "./values.js";

// One value a user, of that user's rows alone: so one user more or fewer is one value more or fewer, and
// what protects records protects users.

/** How a user's rows become one value. */
export const waysToOneEach = /** @type {const} */ ([
  ...["median", "mean", "sum", "min", "max", "first", "last"],
]);

/**
 * Refuses what a domain has no arithmetic for.
 * @param {string | undefined} how
 * @param {import("./domains.js").Domain<any>} domain
 */
export function checkOneEachDomain(how, domain) {
  const maker = makingOf(domain)?.maker;
  const isText = maker === "text" && (how === "mean" || how === "sum");
  if (!isText && !(maker === "dates" && how === "sum")) return;
  throw new TypeError(`perUser must not be "${how}" for ${maker}, which cannot be added up`);
}

/**
 * What is compared and added up: of a date, its time.
 * @param {any} value
 */
function plain(value) {
  return isDate(value) ? value.getTime() : value;
}

/**
 * @param {any} a
 * @param {any} b
 */
function compare(a, b) {
  return a === b ? 0 : compareItems(a, b);
}

/** @type {Record<string, (sorted: any[]) => any>} of a user's values in order, at least one */
const ofSorted = {
  median: (sorted) => sorted[(sorted.length - 1) >> 1],
  min: (sorted) => sorted[0],
  max: (sorted) => sorted[sorted.length - 1],
  sum: (sorted) => sorted.reduce((sum, value) => sum + value),
  mean: (sorted) => {
    const sum = ofSorted.sum(sorted);
    return typeof sum === "bigint" ? sum / BigInt(sorted.length) : sum / sorted.length;
  },
};

/**
 * One row for each user, of each group for each user in it.
 * @param {Record<string, any>} rows columns in which nothing is missing; without users nothing is to do
 * @param {string} how
 * @param {import("./domains.js").Domain<any>} domain
 * @returns {Record<string, any>}
 */
export function oneEach({ orderBy, ...rows }, how, domain) {
  const { values, users, groups } = rows;
  columnOfRows(values, domain); // refuses what is no value, whichever row it stands in
  if (orderBy !== undefined) checkPlaces(orderBy);
  if (users === undefined) return rows;
  /** @type {any[]} */
  const found = [];
  const first = rowsOfEach(users, groups).flatMap((places) => {
    const value = valueOf(places, values, orderBy, how);
    // What is infinite both ways has no sum and no mean: as any value that is missing, it does not count.
    if (isMissing(value)) return [];
    found.push(value);
    return [places[0]];
  });
  const of = (/** @type {ArrayLike<any>} */ column) => first.map((place) => column[place]);
  return { values: found, users: of(users), ...(groups !== undefined && { groups: of(groups) }) };
}

/**
 * Where the rows of each user are, or of each user in each group.
 * @param {ArrayLike<any>} users
 * @param {ArrayLike<any> | undefined} groups
 * @returns {number[][]}
 */
function rowsOfEach(users, groups) {
  const { ids } = numbered(users, checkUser);
  /** @type {Map<any, Map<number, number[]>>} */
  const byGroup = new Map();
  for (let i = 0; i < ids.length; ++i) {
    const group = groups?.[i];
    let byUser = byGroup.get(group);
    if (byUser === undefined) byGroup.set(group, (byUser = new Map()));
    const places = byUser.get(ids[i]);
    if (places === undefined) byUser.set(ids[i], [i]);
    else places.push(i);
  }
  return [...byGroup.values()].flatMap((byUser) => [...byUser.values()]);
}

/**
 * @param {number[]} places of one user's rows
 * @param {ArrayLike<any>} values
 * @param {ArrayLike<any> | undefined} orderBy
 * @param {string} how
 */
function valueOf(places, values, orderBy, how) {
  if (orderBy === undefined) {
    // In order, so that a sum is the same wherever the rows stand.
    return ofSorted[how](places.map((place) => plain(values[place])).sort(compare));
  }
  const [firstPlace, ...rest] = places;
  const isBefore = (/** @type {number} */ a, /** @type {number} */ b) =>
    (compare(plain(orderBy[a]), plain(orderBy[b])) || compare(plain(values[a]), plain(values[b]))) <
    0;
  const place = rest.reduce(
    (best, other) => (isBefore(other, best) === (how === "first") ? other : best),
    firstPlace,
  );
  return values[place];
}

/** @param {ArrayLike<any>} orderBy */
function checkPlaces(orderBy) {
  for (let i = 0; i < orderBy.length; ++i) {
    if (["number", "bigint", "string"].includes(typeof plain(orderBy[i]))) continue;
    throw new TypeError(
      `orderBy must be numbers, BigInts, Dates or text, got ${kindOf(orderBy[i])} among them`,
    );
  }
}
