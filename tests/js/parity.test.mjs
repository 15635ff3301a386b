// The same seed gives the same draws natively and in WebAssembly; see tests/unit/parity.
import assert from "node:assert/strict";
import test from "node:test";
import * as logstar from "../../dist/index.js";
import { modes } from "../exact/listed.mjs";
import { drawn, lines, restart } from "./parity-requests.mjs";

await restart();

test("seeded draws equal those on record, which C++ draws too", () => {
  for (const line of lines) {
    const [request, expected] = line.split(" = ");
    const found = drawn(request);
    assert.equal(`${found}`, typeof found === "number" ? `${Number(expected)}` : expected, line);
  }
});

test("every mode of every mechanism has draws on record, and every kind of draws is of a mode", () => {
  const named = new Set();
  for (const { exports, mode, parity } of modes) {
    assert.ok(parity?.length > 0, `${exports}, ${mode}: which draws of draws.txt compare it?`);
    for (const beginning of parity) {
      const found = lines.some((line) => line.startsWith(`${beginning} `));
      assert.ok(found, `${exports}, ${mode}: node tests/parity/write.mjs adds ${beginning}`);
      named.add(beginning.split(" ")[0]);
    }
  }
  for (const line of lines) assert.ok(named.has(line.split(" ")[0]), line);
});

test("a record of a seeded draw says that it is not private", () => {
  assert.match(logstar.median([1, 2, 3], { epsilon: 1 }).record.randomness, /NOT PRIVATE/);
});

test("load() refuses once a seeded source is installed", async () => {
  const { load } = await import("../../dist/index.js");
  await assert.rejects(async () => load(), /already loaded with another source/);
});
