// Public functions keep their claims on data that is hard to read: their exact laws, as in laws.test.mjs, for a
// few pairs of neighbours of each case. Every run also enumerates each function's law in WebAssembly here.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../../build/enumerating/index.js";
import { cases, conversations } from "./cases.mjs";
import { check } from "./check.mjs";
import { converse } from "./conversations.mjs";
import { some } from "./some.mjs";

await load();
/** More pairs if an input must be rejected, so that such a pair is among them. */
const few = ({ throws }) => ({ most: throws ? 7 : 2, mostIfWide: throws ? 2 : 1 });

for (const example of cases) {
  test(`${example.name}: neighbouring inputs have laws within the record's claim, in a few pairs`, async () => {
    const { faults, outcomes, thrown } = await check(some(example, few(example)));
    assert.deepEqual(faults.slice(0, 5), []);
    assert.ok(thrown || !example.throws, "none of these inputs is refused");
    assert.ok(outcomes > 0);
  });
}

for (const example of conversations) {
  test(`${example.name}: for any queries, neighbouring inputs have laws within the record's claim, in a few pairs`, async () => {
    const { faults, outcomes } = await converse(some(example, few(example)));
    assert.deepEqual(faults.slice(0, 5), []);
    assert.ok(outcomes > 0);
  });
}
