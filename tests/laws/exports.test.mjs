// That nothing people can call is without a law and without a reason.
import assert from "node:assert/strict";
import test from "node:test";
import * as logstar from "../../build/enumerating/index.js";
import { cases, drawNothing, withoutCase } from "./cases.mjs";

test("every export that draws has a case, or says why it cannot be enumerated", () => {
  const enumerated = new Set(cases.map(({ name }) => name.split(",")[0]));
  const listed = [...enumerated, ...drawNothing, ...Object.keys(withoutCase)];
  assert.deepEqual(listed.sort(), Object.keys(logstar).sort());
});
