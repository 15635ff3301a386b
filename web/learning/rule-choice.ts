import { nothingBelow } from "../ledger/few-records.js";
import { formatCount, formatPercent } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { type Candidates, isRuleClass } from "./public-rules.js";

/**
 * What is alike in the declarations of `learnLabelPrivate` and `learnSemiPrivate`: whose rules they are is
 * known when the options are read.
 */
export const aboutRules = {
  of: ({ of }: Candidates) => of,
  statement: statementOf,
  parameters: ({ rules, building }: { rules: unknown; building?: number }) => ({
    ...(isRuleClass(rules) && { class: rules }),
    ...(building !== undefined && { building }),
  }),
};

/** @param read so many records, the first ones, do not choose */
function statementOf(
  { accuracy: { error, confidence }, parameters: { rules } }: Claim,
  { building }: { rules: unknown; building?: number },
) {
  const records =
    building === undefined ? "records" : `records after the first ${formatCount(building)}`;
  return `With ${formatPercent(confidence)} confidence, the rule mislabels at most ${formatCount(error)} ${records} more than the best of the ${formatCount(rules)} candidate rules.${nothingBelow(error, 0, records)}`;
}
