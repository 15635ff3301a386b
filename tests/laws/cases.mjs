// Every case of tests/laws.
import { columns } from "./cases/columns.mjs";
import { items } from "./cases/items.mjs";
import { learning } from "./cases/learning.mjs";
import { ledgers } from "./cases/ledgers.mjs";
import { sessions } from "./cases/sessions.mjs";

export { drawNothing } from "./draw-nothing.mjs";

/** @type {import("./check.mjs").Case[]} */
export const cases = [...columns, ...items, ...learning, ...ledgers, ...sessions];

/** Exports that draw and have no case, with the reason. */
export const withoutCase = {
  quantiles: "16 random bits a record tell ties apart: too many outcomes to walk through",
  sanitizeThresholds: "made of quantiles; as printed it needs hundreds of records",
  learnRectangle: "each run calibrates for 50 ms, and has thousands of paths",
  boundContributions: "its histogram is no release; topK, bounded by boundContributions is a case",
};
