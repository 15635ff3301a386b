// That the audit of the library, which runs in `npm run test:all`, and the page about records that miss
// something leave no export out.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as logstar from "../../dist/index.js";
import { audited } from "./audit-calls.mjs";

/** Exports that draw nothing, or nothing that is released under a claim of its own. */
const drawNothing = [
  ...["accuracy", "plan", "composition", "load", "version", "topKForecast"],
  ...["bigIntegers", "dates", "decimals", "integers", "reals", "text"],
  ...["BudgetExceeded", "EntropyUnavailable"],
  ...["Ledger", "LedgerPart", "LedgerParts", "LedgerSteps"],
  ...["PointHypothesis", "RectangleHypothesis", "ThresholdHypothesis"],
  ...["SanitizedPoints", "SanitizedThresholds"],
];

test("every export that draws is audited", () => {
  const names = new Set(Object.keys(audited).map((name) => name.split(",")[0]));
  assert.deepEqual([...names, ...drawNothing].sort(), Object.keys(logstar).sort());
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
