// All entries of a ledger cross the border at once, as rows of numbers and the texts in them.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { bareCore } from "./bare-core.mjs";

const budget = {
  epsilon: 100,
  delta: 1e-3,
  neighbors: "add-remove",
  composition: "basic",
  tail: 0,
};
const charge = { epsilon: 0.1, delta: 0, neighbors: "add-remove", boundedRange: false };

let core;
before(async () => {
  ({ core } = await bareCore());
});

const resumed = (entries) => core.resumeLedger({ budget, groups: [] }, entries);

test("entries of more names than the core remembers come back as they were saved", () => {
  const { id } = core.createLedger(budget);
  const names = Array.from({ length: 200 }, (_, i) => `mechanism ${(i * 7) % 90}`);
  for (const mechanism of names) core.spend(id, { ...charge, mechanism });
  const saved = core.ledgerEntries(id);
  const again = core.ledgerEntries(resumed(saved).id);
  assert.deepEqual(again, saved);
  const width = saved.numbers.length / names.length;
  const mechanisms = names.map((_, i) => saved.texts[saved.numbers[i * width]]);
  assert.deepEqual(mechanisms, names);
});

test("rows that end early, or name a text that there is not, are refused", () => {
  const { id } = core.createLedger(budget);
  core.spend(id, { ...charge, mechanism: "a" });
  const { numbers, texts } = core.ledgerEntries(id);
  for (let size = 1; size < numbers.length; ++size) {
    const { error } = resumed({ numbers: numbers.slice(0, size), texts });
    assert.equal(error?.type, "RangeError", `${size} of ${numbers.length} numbers`);
  }
  const { error } = resumed({ numbers, texts: texts.slice(0, 1) });
  assert.equal(error?.type, "RangeError");
  const unknown = resumed({ numbers, texts: texts.map((text) => `${text}?`) });
  assert.equal(unknown.error?.type, "RangeError");
});
