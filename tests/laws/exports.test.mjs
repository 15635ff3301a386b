// That nothing people can call is without a law and without a reason.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import * as logstar from "../../build/enumerating/index.js";
import { cases, drawNothing, withoutCase } from "./cases.mjs";

test("every export that draws has a case, or says why it cannot be enumerated", () => {
  const enumerated = new Set(cases.map(({ name }) => name.split(",")[0]));
  const listed = [...enumerated, ...drawNothing, ...Object.keys(withoutCase)];
  assert.deepEqual(listed.sort(), Object.keys(logstar).sort());
});

test("every export that draws is in the page about records that miss something", () => {
  const page = new URL("../../docs/guarantees/missing-records.md", import.meta.url);
  const said = readFileSync(page, "utf8");
  const drawing = Object.keys(logstar).filter((name) => !drawNothing.includes(name));
  assert.deepEqual(
    drawing.filter((name) => !said.includes(`\`${name}\``)),
    [],
  );
});
