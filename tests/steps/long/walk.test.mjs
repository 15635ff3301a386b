// The whole walk: every export at losses and sizes far apart, by the steps that the core counts.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { loadCounted } from "../counted-core.mjs";
import { doesTooMuch } from "../few-steps.mjs";
import { all, walked } from "../walked-calls.mjs";

before(loadCounted);

for (const [name, call] of Object.entries(all)) {
  test(`${name} takes on a few records no more steps than 100 ms do`, () => {
    const calls = [...walked(name, call)];
    assert.ok(calls.length > 0);
    // All run, in their order: what one has calculated, the next may find.
    const titles = calls.filter(doesTooMuch).map(({ title }) => title);
    assert.deepEqual(titles, []);
  });
}
