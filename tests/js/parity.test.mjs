// The same seed gives the same draws natively and in WebAssembly; see tests/unit/parity.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { median, quantile, topK } from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";

await loadForTesting({ seed: 20201123 });

/** n spread-out doubles, the same in both languages. */
function column(n) {
  return Float64Array.from(
    { length: n },
    (_, i) => Number((BigInt(i) * 2654435761n) % 4294967296n) / 1000,
  );
}

const counts = Array.from({ length: 200 }, (_, i) => ({
  item: String(i).padStart(3, "0"),
  count: Math.floor(5000 / (i + 1)),
}));

function draw([kind, ...numbers]) {
  if (kind === "quantile") {
    const [q, epsilon, n] = numbers.map(Number);
    const { value } =
      q === 0.5 ? median(column(n), { epsilon }) : quantile(column(n), q, { epsilon });
    return value;
  }
  const [k, epsilon, delta] = numbers.map(Number);
  const { items } = topK(counts, { k, epsilon, delta, perUser: 1 });
  return items.map(({ item }) => Number(item)).join(",");
}

test("seeded draws equal those on record, which C++ draws too", () => {
  const text = readFileSync(new URL("../parity/draws.txt", import.meta.url), "utf8");
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  assert.ok(lines.length >= 12);
  for (const line of lines) {
    const [request, expected] = line.split(" = ");
    const drawn = draw(request.split(" "));
    assert.equal(
      typeof drawn === "number" ? drawn : `${drawn}`,
      typeof drawn === "number" ? Number(expected) : expected,
      line,
    );
  }
});

test("a record of a seeded draw says that it is not private", () => {
  assert.match(median([1, 2, 3], { epsilon: 1 }).record.randomness, /NOT PRIVATE/);
});

test("load() refuses once a seeded source is installed", async () => {
  const { load } = await import("../../dist/index.js");
  await assert.rejects(async () => load(), /already loaded with another source/);
});
