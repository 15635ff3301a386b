// Every case, and the declarations without an accuracy statement.
import * as logstar from "../../../dist/index.js";
import { statements } from "../../exact/listed.mjs";
import { countCases, largeCases } from "./count-cases.mjs";
import { foundCases } from "./found-cases.mjs";
import { intervalCases } from "./interval-cases.mjs";
import { gapCase, itemCases } from "./item-cases.mjs";
import { learningCases } from "./learning-cases.mjs";
import { listCases } from "./list-cases.mjs";
import { rankCases } from "./rank-cases.mjs";
import { sanitizingCases } from "./sanitizing-cases.mjs";
import { oneYesWithNumber, streamCases } from "./stream-cases.mjs";

export const cases = [
  ...statements(logstar),
  ...rankCases,
  ...intervalCases,
  ...countCases,
  ...foundCases,
  ...itemCases,
  ...listCases,
  ...learningCases,
  ...sanitizingCases,
  ...streamCases,
];
export { largeCases };

/** Cases that miss a claim nearly as often as it permits. */
export const tightCases = [gapCase(1), oneYesWithNumber];

/** Declarations without an accuracy statement, with the reason. */
export const withoutStatement = {
  "TopKSession.topK": "its session is checked",
  table: "its answers are those of the functions",
  RowSliceSession: "the answers within slices are those of the functions",
  "RowSliceSession.slice": "releases nothing: who is in a slice is secret",
  sqlTable: "its answers are those of the functions",
  audit: "its statement is about privacy: audit tests check it",
  boundContributions: "releases nothing",
  "composition.perStep": "releases nothing",
  "composition.total": "releases nothing",
  Ledger: "releases nothing",
  ledgerTable: "names a store",
  "Ledger.charge": "releases nothing",
  "Ledger.openSession": "releases nothing",
  "Ledger.steps": "releases nothing",
  "plan.interiorPoint": "plans: the functions' statements are checked",
  "plan.interval": "plans",
  "plan.slices": "plans",
  "plan.leastPossible": "plans",
  "plan.usersNeeded": "plans",
  "plan.thresholdQuestions": "plans",
  "plan.discoverGroups": "plans",
  "plan.topK": "plans",
  "plan.sanitizePoints": "plans",
  "plan.sanitizeThresholds": "plans",
  "plan.learnLabelPrivate": "plans",
  "plan.learnPoint": "plans",
  "plan.learnRectangle": "plans",
  "plan.learnSemiPrivate": "plans",
  "plan.learnThreshold": "plans",
};
