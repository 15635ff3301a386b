// Every export, and a thinned walk through its options: no call on a few records does more than 100 ms of work,
// counted in steps. The whole walk is in long/.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { exportedMembers } from "../js/exported-members.mjs";
import { loadCounted } from "./counted-core.mjs";
import { doesTooMuch } from "./few-steps.mjs";
import { all, walked } from "./walked-calls.mjs";

before(loadCounted);

/** One call in so many, and at least one of every function. */
const oneIn = 150;

/** FNV-1a: a place in an order that is the same in every run, and has no pattern of the options. */
function hash(text) {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ letter.codePointAt(0), 0x01000193) >>> 0;
  return value;
}

const thinned = (calls) =>
  calls.toSorted((a, b) => hash(a.title) - hash(b.title)).slice(0, Math.ceil(calls.length / oneIn));

test("the walk has every export, and members with parameters", () => {
  const names = new Set(Object.keys(all).map((name) => name.split(",")[0]));
  assert.deepEqual([...names].sort(), exportedMembers());
});

test("a thinned walk finds no call that takes more steps than 100 ms do", () => {
  const calls = Object.entries(all).flatMap(([name, call]) => thinned([...walked(name, call)]));
  assert.ok(calls.length >= Object.keys(all).length);
  const found = calls.filter(doesTooMuch).map(({ title }) => title);
  assert.deepEqual(found, []);
});
