// A default compared with all alternatives for the same epsilon: items, groups, counts, rules and streams.
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadForTesting } from "../../../dist/testing.js";

await loadForTesting({ seed: 53 });

const { held, lossesIn } = await import("../../practice/contest.mjs");
const { contests } = await import("../../practice/contests/all.mjs");

/** Alpha for each comparison: there are fewer than 300. Thirty runs are the fewest that can show a loss. */
const alpha = 1e-6 / 300;

for (const contest of contests.filter(({ isShownOnly }) => !isShownOnly)) {
  const { title, runs, unit, awaits: todo } = contest;
  test(`${title}: the default misses at most 1.6 times as much as any alternative (${runs} runs, alpha 1e-6)`, {
    todo,
  }, () => {
    assert.deepEqual(lossesIn(contest, held(contest), { alpha }), [], unit);
  });
}

const [box] = contests.filter(({ title }) => title.startsWith("learnRectangle, 1 axis, 10,000"));

test("a contest reports a default that misses more than another algorithm (40 runs)", () => {
  const [byDefault, outermost] = box.ways;
  const swapped = { ...box, ways: [outermost, byDefault] };
  const told = lossesIn(swapped, held(swapped), { alpha });
  assert.match(
    told.join(),
    /^\d+\.\d points wrong by default, \d+\.\d points wrong by default, in \d+ of 40 runs$/,
  );
});

test("a contest reports a default that throws (30 runs)", () => {
  const refuses = () => {
    throw new TypeError("domain must be given");
  };
  const refused = { ...box, ways: [{ name: "by default", ask: refuses }, box.ways[0]] };
  const told = lossesIn(refused, held(refused, { runs: 30 }), { alpha });
  assert.match(told.join(), /^the default cannot be asked \(domain must be given\), \d/);
});
