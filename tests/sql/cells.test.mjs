// Rows that are people are weighed by cells of the domain first: the regions are those of all keys.
import assert from "node:assert/strict";
import { test } from "node:test";
import { integers } from "../../dist/index.js";
import { windowsQuery } from "../../dist/sql/queries.js";
import { broken, cases, compareForms } from "./both-forms.mjs";
import { inEach, startEngines } from "./running.mjs";
import { rowsIn, whole } from "./seen.mjs";
import { create } from "./tables.mjs";

startEngines(93);

test("windows by cells have the regions of windows by all keys, to the last", async () => {
  await inEach(async (engine) => {
    const { queries, differing, regions } = await compareForms(engine);
    assert.equal(differing, 0, engine.dialect);
    assert.ok(queries > 0 && regions > queries, `${queries}, ${regions}`);
  });
});

test("control: other regions show", async () => {
  await inEach(async (engine) => {
    for (const [name, change] of Object.entries(broken)) {
      const { differing } = await compareForms(engine, { of: cases.slice(0, 2), change });
      assert.ok(differing > 0, `${engine.dialect}: ${name}`);
    }
  });
});

test("rows of users and domains of few keys have no cells", async () => {
  await inEach(async (engine) => {
    await create(engine, "forms", { v: ["whole", [1, 2]], u: ["text", ["a", "b"]] });
    for (const [names, domain] of [
      [{ value: "v", user: "u" }, integers(0, 1_000_000)],
      [{ value: "v" }, integers(0, 3600)],
    ]) {
      const rows = await rowsIn(engine, "forms", names, { domain, outside: "clamp" });
      const shape = { numerator: 1, denominator: 2, margin: 1n, bin: 1n };
      assert.doesNotMatch(windowsQuery(rows, whole, shape), /celled/);
    }
  });
});
