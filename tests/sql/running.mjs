// The engines for tests, running during the tests of one file.
import { after, before } from "node:test";
import { loadForTesting } from "../../dist/testing.js";
import { tried } from "./engines.mjs";

/** @type {import("./engines.mjs").Engine[]} */
export const running = [];

/**
 * Starts them before the first test and stops them after the last.
 * @param {number} seed of the draws
 * @param {(engine: import("./engines.mjs").Engine) => Promise<unknown>} [prepare] each engine
 */
export function startEngines(seed, prepare) {
  before(async () => {
    await loadForTesting({ seed });
    running.push(...(await Promise.all(tried.map((start) => start()))));
    for (const engine of running) await prepare?.(engine);
  });
  after(() => Promise.all(running.map(({ stop }) => stop())));
}

/** Runs the check with each engine. */
export async function inEach(check) {
  for (const engine of running) await check(engine);
}
