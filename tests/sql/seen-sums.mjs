// The core's view of sums, from the rows of a table in memory and from an engine. The arithmetic is written
// independently, on BigInts.
import { ofSingleRows } from "../../dist/counts/amounts.js";
import { binsOf, domainOfBins } from "../../dist/counts/bins.js";
import { boundedHistogram, readEvents } from "../../dist/data/contributions.js";
import { topRows } from "../../dist/data/histogram.js";
import { readUserRows, userColumns } from "../../dist/data/user-rows.js";
import { binsIn } from "../../dist/sql/bins.js";
import { identityOf } from "../../dist/sql/columns.js";
import { boundsOf } from "../../dist/sql/keys.js";
import {
  chosenGroupsQuery,
  distinctQuery,
  endsQuery,
  groupWeightsQuery,
  momentsQuery,
  topItemsQuery,
  totalsQuery,
} from "../../dist/sql/sum-queries.js";
import { columnIn, keyedRows, keysIn, rowsOf, weighed, whole } from "./seen.mjs";

const sign = (value) => (value < 0n ? -1n : 1n);
const abs = (value) => (value < 0n ? -value : value);
const clamp = (value, low, high) => (value < low ? low : value > high ? high : value);

/** The result of `add` on the rows of each user in each group. */
export function byUserAndGroup(rows, add) {
  const users = new Map();
  for (const row of rows) {
    const groups = users.get(row.user) ?? new Map();
    groups.set(row.group, add(groups.get(row.group), row));
    users.set(row.user, groups);
  }
  return users;
}

export function put(sums, name, value) {
  sums.set(name, (sums.get(name) ?? 0n) + value);
}

/** @returns {Map<string, bigint>} by group */
export function totalsInMemory(columns, { domain, list, perUser }) {
  const single = ofSingleRows(domain);
  const [low, high] = boundsOf(domain);
  const [from] = boundsOf(single);
  const rows = keyedRows(columns, { domain: single, outside: "clamp", list });
  const users = byUserAndGroup(rows, (sum = 0n, { key }) => sum + from + key);
  return sumsOfTotals(users, [low, high], perUser);
}

/** The sums of users' totals in each group. */
export function sumsOfTotals(users, [low, high], perUser) {
  const greatest = abs(low) > abs(high) ? abs(low) : abs(high);
  const sums = new Map();
  for (const groups of users.values()) {
    const totals = [...groups].map(([group, sum]) => [group, clamp(sum, low, high)]);
    const every = totals.reduce((sum, [, total]) => sum + abs(total), 0n);
    for (const [group, total] of totals) {
      const part =
        perUser === undefined && every > greatest
          ? sign(total) * ((abs(total) * greatest) / every)
          : total;
      put(sums, `${group}`, part);
    }
  }
  return sums;
}

/** @returns {Map<string, bigint>} by group and end */
export function endsInMemory(columns, { domain, list, userWeight }) {
  const [low, high] = boundsOf(domain);
  const rows = keyedRows(columns, { domain, outside: "clamp", list });
  return endsOfRows(rows, high - low, userWeight);
}

/** The ends of rows whose keys count from the lower end of a domain of that width. */
export function endsOfRows(rows, width, userWeight) {
  const users = byUserAndGroup(
    weighed(rows, userWeight),
    ([all, above, count] = [0n, 0n, 0n], { key, weight }) => [
      all + BigInt(weight),
      above + key,
      count + 1n,
    ],
  );
  const sums = new Map();
  for (const groups of users.values()) {
    for (const [group, [weight, above, count]] of groups) {
      // Rounded to the nearest part, halves up.
      const parts = count * width;
      const atHigh = (2n * weight * above + parts) / (2n * parts);
      put(sums, `${group} high`, atHigh);
      put(sums, `${group} low`, weight - atHigh);
    }
  }
  return sums;
}

/** @returns {Map<string, bigint>} by group and moment */
export function momentsInMemory(columns, { domain, list, userWeight }) {
  const [low, high] = boundsOf(domain);
  const width = high - low;
  const steps = width < 2n ** 30n ? width : 2n ** 30n;
  const rows = keyedRows(columns, { domain, outside: "clamp", list });
  const users = byUserAndGroup(
    weighed(rows, userWeight),
    ([all, squares, uppers, count] = [0n, 0n, 0n, 0n], { key, weight }) => {
      const step = (2n * key * steps + width) / (2n * width);
      const upper = step * (2n * steps - step);
      return [all + BigInt(weight), squares + step * step, uppers + upper, count + 1n];
    },
  );
  const sums = new Map();
  for (const groups of users.values()) {
    for (const [group, [weight, squares, uppers, count]] of groups) {
      // Rounded to the nearest part, halves up.
      const parts = count * steps * steps;
      const [atHigh, atMiddle] = [squares, uppers].map(
        (part) => (2n * weight * part + parts) / (2n * parts),
      );
      put(sums, `${group} high`, atHigh);
      put(sums, `${group} middle`, atMiddle - atHigh);
      put(sums, `${group} low`, weight - atMiddle);
    }
  }
  return sums;
}

/** @returns {Map<string, bigint>} by group and bin: weights, or users */
export function binsInMemory(columns, { list, edges, items, perUser = "spread", userWeight }) {
  const bins = binsOf({ edges, items });
  const size = bins.labels.length;
  const { data } = readUserRows(userColumns(columns), {
    ...{ domain: domainOfBins(bins), comesFor: null, outside: "drop", groups: list },
    choose: (rows) => ({ ...rows, values: Int32Array.from(rows.values, bins.binOf) }),
  });
  const rows = Array.from(data.column, (bin, row) => ({
    user: data.users?.[row] ?? row,
    group: data.groups?.[row] ?? 0,
    bin,
  })).filter(({ group, bin }) => group !== 0xffffffff && bin >= 0 && bin < size);
  const sums = new Map();
  const known = new Set();
  const inBins = rows.map((row) => ({ ...row, key: row.bin }));
  for (const { user, group, bin, weight } of weighed(inBins, userWeight)) {
    const name = `${group * size + bin}`;
    if (perUser === "spread") put(sums, name, BigInt(weight));
    else if (!known.has(`${user} ${name}`)) put(sums, name, 1n);
    known.add(`${user} ${name}`);
  }
  return sums;
}

/** @returns {[item: any, count: number][]} the first ones */
export function itemsInMemory({ values, users }, limit) {
  const rows = users === null ? values : boundedHistogram(readEvents({ values, users }, "drop"));
  const { items, counts } = topRows(rows, limit);
  return items.map((item, place) => [item, counts[place]]);
}

export async function asked(engine, sql, columns = ["w"]) {
  const sums = new Map();
  for (const row of await rowsOf(engine, sql)) {
    for (const column of columns) {
      const name = columns.length === 1 ? row.name : `${row.name} ${column}`;
      sums.set(name, BigInt(row[column]));
    }
  }
  return sums;
}

/** The totals of an engine. */
export async function totalsInEngine(engine, table, names, { domain, list, perUser: most }) {
  const { rows, value } = await columnIn(engine, table, names, list);
  if (rows.groups?.length === 0) return new Map();
  const keys = keysIn(rows, value, { domain: ofSingleRows(domain), outside: "clamp" });
  return asked(engine, totalsQuery({ ...rows, keys }, boundsOf(domain), { most, salt: "00" }));
}

export async function endsInEngine(engine, table, names, { domain, list, userWeight = whole }) {
  const { rows, value } = await columnIn(engine, table, names, list);
  if (rows.groups?.length === 0) return new Map();
  const keys = keysIn(rows, value, { domain, outside: "clamp" });
  const sql = endsQuery({ ...rows, keys }, userWeight, boundsOf(domain));
  return asked(engine, sql, ["high", "low"]);
}

export async function momentsInEngine(engine, table, names, { domain, list, userWeight = whole }) {
  const { rows, value } = await columnIn(engine, table, names, list);
  if (rows.groups?.length === 0) return new Map();
  const keys = keysIn(rows, value, { domain, outside: "clamp" });
  const sql = momentsQuery({ ...rows, keys }, userWeight, boundsOf(domain));
  return asked(engine, sql, ["high", "middle", "low"]);
}

export async function distinctInEngine(engine, table, names, most) {
  const { rows, value } = await columnIn(engine, table, names);
  const group = identityOf(rows.dialect, value, "column");
  const [{ w }] = await rowsOf(engine, distinctQuery({ ...rows, group }, most, "00"));
  return Number(w);
}

export async function binsInEngine(engine, table, names, options) {
  const { list, edges, items, perUser, userWeight = whole } = options;
  const { rows, value } = await columnIn(engine, table, names, list);
  const binned = { ...rows, ...binsIn(rows.dialect, value, { edges, items }) };
  if ([rows.groups, binned.items?.bins].some((all) => all?.length === 0)) return new Map();
  const sql =
    perUser === undefined
      ? groupWeightsQuery(binned, userWeight)
      : chosenGroupsQuery(binned, perUser, "00");
  return asked(engine, sql);
}

export async function itemsInEngine(engine, table, names, limit, most) {
  const { rows, value } = await columnIn(engine, table, names);
  const group = identityOf(rows.dialect, value, "column");
  const found = await rowsOf(engine, topItemsQuery({ ...rows, group }, most, "00", limit));
  return found.map(({ name, w }) => [group.read(name), Number(w)]);
}
