// What the audit of the library consists of; it runs in `npm run test:all`.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as logstar from "../../dist/index.js";
import { drawNothing } from "../laws/draw-nothing.mjs";
import { audited } from "./audit-calls.mjs";

test("every export that draws is audited", () => {
  const names = new Set(Object.keys(audited).map((name) => name.split(",")[0]));
  assert.deepEqual([...names, ...drawNothing].sort(), Object.keys(logstar).sort());
});
