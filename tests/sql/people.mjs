// Events of users in the engines that tests run, and tables over them as people ask them.
import { after, before } from "node:test";
import { integers } from "../../dist/index.js";
import { sqlTable } from "../../dist/sql.js";
import { loadForTesting } from "../../dist/testing.js";
import { tried } from "./engines.mjs";
import { create } from "./tables.mjs";

export const users = 300;
export const rows = Array.from({ length: 3 * users }, (_, row) => row);
/** Users of three rows each, in all of three groups, and values from 0 to 99. */
export const events = {
  id: ["text", rows.map((row) => `user ${row % users}`)],
  value: ["whole", rows.map((row) => (row * 37) % 100)],
  team: ["text", rows.map((row) => ["a", "b", "it's"][Math.floor(row / users)])],
};
export const domain = integers(0, 99);

/** 300 users with a row of 10, and 100 with nine of 90. */
const visitors = [
  ...Array.from({ length: 300 }, (_, i) => i),
  ...Array.from({ length: 900 }, (_, i) => 300 + (i % 100)),
];
export const visits = {
  id: ["text", visitors.map((user) => `user ${user}`)],
  value: ["whole", visitors.map((user) => (user < 300 ? 10 : 90))],
  town: ["text", visitors.map((_user, row) => (row % 2 ? "a" : `b`))],
};

/** The engines, while tests run. @type {import("./engines.mjs").Engine[]} */
export const running = [];

/**
 * Starts them with these tables before the first test, and stops them behind the last one.
 * @param {number} seed of what is drawn
 */
export function startEngines(seed) {
  before(async () => {
    await loadForTesting({ seed });
    running.push(...(await Promise.all(tried.map((start) => start()))));
    for (const engine of running) await create(engine, "events", events);
    for (const engine of running) await create(engine, "visits", visits);
  });
  after(() => Promise.all(running.map(({ stop }) => stop())));
}

/** The same for each engine. */
export async function inEach(check) {
  for (const engine of running) await check(engine);
}

/** A table of the engine, with what it was asked. */
export function tableIn({ dialect, run }, options = {}) {
  const asked = [];
  const watched = async (sql) => {
    asked.push(sql);
    return run(sql);
  };
  return { asked, table: sqlTable(watched, { from: "events", dialect, user: "id", ...options }) };
}
