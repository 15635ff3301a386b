// That the audit of the library, which runs in `npm run test:all`, and the page about records that miss
// something leave no export out.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as logstar from "../../dist/index.js";
import { audited, others } from "../exact/listed.mjs";
import { isSaidOf, named } from "./missing-pages.mjs";

test("every export that draws is audited", () => {
  const names = new Set(Object.keys(audited).map((name) => name.split(",")[0]));
  const without = Object.keys(logstar).filter((name) => !names.has(name) && !(name in others));
  assert.deepEqual(without, []);
  for (const name of names) assert.ok(name in logstar, `${name} is not exported`);
});

test("every export that draws is in the page about records that miss something", () => {
  const names = Object.keys(audited).map((name) => name.split(",")[0]);
  const drawing = [...new Set(names)];
  const page = new URL("../../docs/guarantees/missing-records.md", import.meta.url);
  const said = named(readFileSync(page, "utf8"));
  assert.deepEqual(
    drawing.filter((name) => !said.includes(name) && !isSaidOf(name)),
    [],
  );
});
