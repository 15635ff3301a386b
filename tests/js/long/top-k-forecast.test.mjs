// The forecast for the data's owner of a topK release.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { load, topK, topKForecast } from "../../../dist/index.js";

before(() => load());

const counts = new Map(Array.from({ length: 200 }, (_, i) => [i, Math.floor(20000 / (i + 1))]));
const options = { k: 50, kBar: 100, epsilon: 1, delta: 1e-6, perUser: 5 };

test("forecast items come back in 95 of 100 runs (500 runs a variant, alpha 1e-6)", () => {
  for (const variant of ["auto", "limited-domain", "strict", "laplace", "optimised-threshold"]) {
    const { surely, likely } = topKForecast(counts, { ...options, variant });
    assert.ok(surely > 10 && surely <= likely && likely <= 50, `${variant}: ${surely}, ${likely}`);
    let fewer = 0;
    for (let i = 0; i < 500; ++i) {
      fewer += topK(counts, { ...options, variant }).items.length < surely;
    }
    // Binomial (500, 0.05) is 53 or more with probability below 1e-6.
    assert.ok(fewer < 53, `${variant}: ${fewer} of 500`);
  }
});

test("the best kBar lies where counts end or stop falling", () => {
  const at = (data, more) => topKForecast(data, { ...options, ...more }).kBar;
  const flat = new Map(Array.from({ length: 300 }, (_, i) => [i, 5000]));
  assert.equal(at(flat, { perUser: Number.POSITIVE_INFINITY }), 50);
  const few = new Map(Array.from({ length: 60 }, (_, i) => [i, 5000]));
  assert.equal(at(few, { perUser: Number.POSITIVE_INFINITY }), 60);
  assert.equal(at(few, { variant: "fixed-threshold", kBar: 50 }), 50);
});

test("the statement names the number of items and the count that suffices", () => {
  const { statement } = topKForecast(new Map([["a", 500]]), { ...options, k: 1 });
  assert.match(
    statement,
    /^Not private\. Of 1 items, 1 return with 95% confidence and 1 with about an even chance or better; an item needs about \d+ users\.$/,
  );
  assert.equal(topKForecast(new Map(), options).surely, 0);
});
