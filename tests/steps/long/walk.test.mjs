// The whole walk: every export at losses and sizes far apart, by the steps that the core counts.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { loadCounted } from "../counted-core.mjs";
import { doesTooMuch, isKnown } from "../few-steps.mjs";
import { knownCliffs } from "../known-cliffs.mjs";
import { all, walked } from "../walked-calls.mjs";

before(loadCounted);

const found = [];

for (const [name, call] of Object.entries(all)) {
  test(`${name} takes no more steps on a few records than 100 ms do`, () => {
    const calls = [...walked(name, call)];
    assert.ok(calls.length > 0);
    const titles = calls.filter(doesTooMuch).map(({ title }) => title);
    found.push(...titles);
    assert.deepEqual(
      titles.filter((title) => !isKnown(title)),
      [],
    );
  });
}

test("every call that is known to take more still does", () => {
  assert.deepEqual(
    knownCliffs.filter((title) => !found.includes(title)),
    [],
  );
});
