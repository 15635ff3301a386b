// A table in an engine answers as the same rows in memory do, with the same random bits.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";

/** The output of the program next to it, which has separate random bits. */
async function answersOf(...where) {
  const program = new URL("answers-by-seed.mjs", import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...where]);
  return JSON.parse(stdout);
}

const withoutEngine = ({ record, ...answer }) => {
  const { engine: _, ...parameters } = record.parameters;
  return { ...answer, record: { ...record, parameters } };
};

test("with the same random bits an engine answers as the same rows in memory do, to the last digit", async () => {
  const expected = await answersOf("memory");
  const ranges = Object.values(expected).map(({ record }) => record.parameters.foundRange);
  assert.equal(ranges.filter((range) => Array.isArray(range)).length, 12);
  assert.equal(ranges.filter((range) => range === null).length, 6);
  assert.equal(ranges.filter((range) => range === undefined).length, 20);
  for (const name of (process.env.ENGINES ?? "duckdb,postgres").split(",")) {
    const found = await answersOf(name);
    assert.deepEqual(Object.keys(found), Object.keys(expected));
    for (const [question, answer] of Object.entries(found)) {
      assert.deepEqual(withoutEngine(answer), expected[question], `${name}: ${question}`);
    }
  }
});

test("after failures that were retried an engine answers as without them, by the same random bits", async () => {
  for (const name of ["duckdb", "postgres"]) {
    const [plain, retried] = await Promise.all([answersOf(name), answersOf(name, "retried")]);
    assert.deepEqual(retried, plain);
  }
});

test("control: omitting one row of a user changes every answer by the same bits", async () => {
  const [all, less] = await Promise.all([answersOf("memory"), answersOf("memory", "42")]);
  for (const name of [
    ...["mean", "sum", "mean by group", "sum by group", "sum of private groups"],
    ...["variance", "deviation", "variance by group", "deviation of private groups"],
  ]) {
    assert.notDeepEqual(all[name], less[name], name);
  }
});
