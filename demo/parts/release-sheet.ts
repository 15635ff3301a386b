// All answers of one data set: as one file, and as a page to print. They are public; nothing else is on it.
import { spentBy } from "../accounts.js";
import { h } from "../dom.js";
import { howFarOff, readable, tiny } from "../words.js";

/**
 * @param {import("../workspace.js").Workspace} workspace
 * @returns {string} JSON
 */
export function releaseFile({ account }) {
  const { name, answers } = account;
  return JSON.stringify({ data: name, answers }, null, 2);
}

/** Keeps the page that is printed as it has to be. @param {import("../workspace.js").Workspace} workspace */
export function releaseSheet(workspace) {
  const sheet = document.querySelector("#release-sheet");
  workspace.addEventListener("ledger", () => {
    const { name, answers, former } = workspace.account;
    const { budget, remaining } = workspace.ledger;
    sheet.replaceChildren(
      h("h1", `What was released: ${name}`),
      h(
        "p",
        `A budget of epsilon ${readable(budget.epsilon, 3)} and delta ${tiny(budget.delta)}, of which epsilon ${readable(remaining.epsilon, 3)} is left.${former.length === 0 ? "" : ` Ledgers that were put aside spent epsilon ${readable(spentBy(former).epsilon)} on the same data.`}`,
      ),
      ...(answers.length === 0 ? [h("p", "Nothing yet.")] : answers.map(answerOf)),
    );
  });
}

/** @param {any} answer @param {number} number */
function answerOf({ released, record }, number) {
  return h(
    "article",
    h("h2", `${number + 1}. ${record.label ?? record.mechanism}`),
    h("pre", { text: wordsOf(released) }),
    h("p", howFarOff(record.accuracy)),
    h("p", record.guarantee),
    h("p.hint", `${record.mechanism}; proof: ${record.proof}; logstar ${record.version}`),
  );
}

/** What left, line by line. @param {Record<string, any>} released */
export function wordsOf(released) {
  return Object.entries(released)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) =>
      Array.isArray(value) && typeof value[0] === "object"
        ? `${name}:\n${value.map((one) => `  ${lineOf(one)}`).join("\n")}`
        : `${name}: ${typeof value === "object" ? JSON.stringify(value) : value}`,
    )
    .join("\n");
}

/** @param {Record<string, any>} one */
const lineOf = (one) =>
  Object.entries(one)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : value}`)
    .join(", ");
