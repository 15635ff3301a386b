import { nothingBelow } from "../ledger/few-records.js";
import { formatCount, formatPercent } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { type Candidates, isRuleClass } from "./public-rules.js";

/**
 * Declaration parts shared by `learnLabelPrivate` and `learnSemiPrivate`: the options decide which rules there
 * are.
 */
export const aboutRules = {
  of: ({ of }: Candidates) => of,
  statement: statementOf,
  parameters: ({ rules, building }: { rules: unknown; building?: number }) => ({
    ...(isRuleClass(rules) && { class: rules }),
    ...(building !== undefined && { building }),
  }),
};

/** @param read `building`: the number of first records that do not choose */
function statementOf(
  { accuracy: { error, confidence }, parameters: { rules } }: Claim,
  { building }: { rules: unknown; building?: number },
) {
  const records =
    building === undefined ? "records" : `records after the first ${formatCount(building)}`;
  return `With ${formatPercent(confidence)} confidence, the rule mislabels at most ${formatCount(error)} ${records} more than the best of the ${formatCount(rules)} candidate rules.${nothingBelow(error, 0, records)}`;
}
