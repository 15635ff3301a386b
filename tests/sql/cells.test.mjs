// Rows are weighed by cells of the domain first: the regions are those of all keys.
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
      const { differing } = await compareForms(engine, { of: cases.slice(0, 1), most: 4, change });
      assert.ok(differing > 0, `${engine.dialect}: ${name}`);
    }
  });
});

test("domains of few keys have no cells", async () => {
  await inEach(async (engine) => {
    await create(engine, "forms", { v: ["whole", [1, 2]], u: ["text", ["a", "b"]] });
    const shape = { numerator: 1, denominator: 2, margin: 1n, bin: 1n };
    for (const [most, has] of [
      [32_767, false],
      [32_768, true],
    ]) {
      const options = { domain: integers(0, most), outside: "clamp" };
      const rows = await rowsIn(engine, "forms", { value: "v", user: "u" }, options);
      assert.equal(/celled/.test(windowsQuery(rows, whole, shape)), has);
    }
  });
});
