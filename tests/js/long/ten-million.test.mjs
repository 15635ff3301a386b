// Ten million records: an answer in time, or an error with the reason.
import assert from "node:assert/strict";
import test from "node:test";
import * as logstar from "../../../dist/index.js";

await logstar.load();

const n = 10_000_000;
const values = Float64Array.from({ length: n }, (_, i) => (i * 7919) % 1_000_003);

test("a median and an interior point of ten million records have answers", () => {
  const domain = logstar.integers(0, 2_000_000);
  const { value } = logstar.median(values, { epsilon: 1, domain });
  assert.ok(Math.abs(value - 500_000) < 1000, `${value}`);
  const options = { epsilon: 1, delta: 1e-9, algorithm: "cut" };
  const inside = logstar.interiorPoint(values, options).value;
  assert.ok(inside >= 0 && inside < 1_000_003, `${inside}`);
});

test("a threshold from ten million labelled records has an answer", () => {
  const y = Uint8Array.from(values, (x) => (x <= 400_000 ? 1 : 0));
  const options = { x: values, y, epsilon: 1, domain: logstar.integers(0, 2_000_000) };
  const { threshold } = logstar.learnThreshold(options).value;
  assert.ok(Math.abs(threshold - 400_000) < 100, `${threshold}`);
});

test("topK ranks ten million items, with one row a user and with user ids", () => {
  const users = Int32Array.from({ length: n }, (_, i) => Math.floor(i / 10));
  const items = users.map((user) => Math.floor(Math.sqrt(user % 10_000)));
  const options = { k: 3, kBar: 20, epsilon: 1, delta: 1e-9 };
  const best = (found) => found.items.map(({ item }) => item).sort((a, b) => b - a);
  assert.deepEqual(best(logstar.topK(items, options)), [99, 98, 97]);
  const bounded = logstar.topK({ users, items }, { ...options, perUser: 2 });
  assert.deepEqual(best(bounded), [99, 98, 97]);
});

test("ten million equal records, and ten million that are not numbers, are answered", () => {
  const equal = new Float64Array(n).fill(7);
  const domain = logstar.integers(0, 100);
  assert.equal(logstar.median(equal, { epsilon: 1, domain }).value, 7);
  const none = new Float64Array(n).fill(Number.NaN);
  const { value } = logstar.median(none, { epsilon: 1, domain });
  assert.ok(value >= 0 && value <= 100, `${value}`);
});
