import { percent, rounded } from "../ledger/record.js";
import { claimOf, release } from "../ledger/release.js";
import { isRuleClass } from "./public-rules.js";

/**
 * The draw behind `learnLabelPrivate` and `learnSemiPrivate`.
 * @param {string} caller
 * @param {object} choice
 * @param {unknown} choice.rules the option
 * @param {import("./public-rules.js").Candidates} choice.candidates
 * @param {object} choice.request
 * @param {() => { publicly: any[], records: import("../data/records.js").Records }} choice.read the public
 *   values and the records that choose
 * @param {number} [choice.building] so many records, the first ones, do not choose
 * @param {unknown} [choice.ledger]
 */
export function chooseRule(caller, { rules, candidates, request, read, building, ledger }) {
  const { of, terms } = candidates;
  const claim = claimOf(of, { ...request, ...terms });
  const { drawn, kept, record } = release({
    of,
    mechanism: `${caller} by ${claim.mechanism}`,
    claim,
    request: { ...request, ...terms },
    ledger,
    read: () => {
      const { publicly, records } = read();
      return candidates.read(publicly, records);
    },
    words: (drawn) => ({
      statement: statementOf(drawn, building),
      parameters: {
        ...(isRuleClass(rules) && { class: rules }),
        ...(building !== undefined && { building }),
      },
    }),
  });
  return { value: candidates.rule(drawn, kept), record };
}

/**
 * @param {import("../ledger/release.js").Claim} claim
 * @param {number | undefined} building
 */
function statementOf({ accuracy: { error, confidence }, parameters: { rules } }, building) {
  const records =
    building === undefined ? "records" : `records after the first ${rounded(building)}`;
  return `With ${percent(confidence)} confidence the rule labels at most ${rounded(error)} more of the ${records} wrongly than the best of the ${rounded(rules)} rules does.`;
}
