// Events of users in the engines under test, and tables over them in the usual form.
import { integers } from "../../dist/index.js";
import { sqlTable } from "../../dist/sql.js";
import { create } from "./tables.mjs";

export const users = 300;
export const rows = Array.from({ length: 3 * users }, (_, row) => row);
/** Users of three rows each, one in each of three groups, with values from 0 to 99. */
export const events = {
  id: ["text", rows.map((row) => `user ${row % users}`)],
  value: ["whole", rows.map((row) => (row * 37) % 100)],
  team: ["text", rows.map((row) => ["a", "b", "it's"][Math.floor(row / users)])],
};
export const domain = integers(0, 99);

/** 300 users with one row of 10, and 100 with nine rows of 90. */
const visitors = [
  ...Array.from({ length: 300 }, (_, i) => i),
  ...Array.from({ length: 900 }, (_, i) => 300 + (i % 100)),
];
export const visits = {
  id: ["text", visitors.map((user) => `user ${user}`)],
  value: ["whole", visitors.map((user) => (user < 300 ? 10 : 90))],
  town: ["text", visitors.map((_user, row) => (row % 2 ? "a" : `b`))],
};

/** @param {import("./engines.mjs").Engine} engine */
export async function createEvents(engine) {
  await create(engine, "events", events);
  await create(engine, "visits", visits);
}

/** A table of the engine, with its queries. */
export function tableIn({ dialect, run, immutable }, options = {}) {
  const asked = [];
  const watched = async (sql) => {
    asked.push(sql);
    return run(sql);
  };
  const usual = { from: "events", dialect, user: "id", immutable };
  return { asked, table: sqlTable(watched, { ...usual, ...options }) };
}
