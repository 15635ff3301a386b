// All answers of one data set: as one file, and as a page to print. They are public; nothing else is on it.
import { type KeptAnswer, spentBy } from "../accounts.js";
import { h, place } from "../dom.js";
import { howFarOff, readable, tiny } from "../words.js";
import type { Workspace } from "../workspace.js";

/** @returns JSON */
export function releaseFile({ account }: Workspace): string {
  const { name, answers } = account;
  return JSON.stringify({ data: name, answers }, null, 2);
}

/** Prepares the printed page. */
export function releaseSheet(workspace: Workspace) {
  const sheet = place("#release-sheet");
  workspace.addEventListener("ledger", () => {
    if (workspace.account === undefined) return;
    const { name, answers, former } = workspace.account;
    const { budget, remaining } = workspace.ledger;
    sheet.replaceChildren(
      h("h1", `What was released: ${name}`),
      h(
        "p",
        `A budget of epsilon ${readable(budget.epsilon, 3)} and delta ${tiny(budget.delta ?? 0)}, of which epsilon ${readable(remaining.epsilon, 3)} is left.${former.length === 0 ? "" : ` Ledgers that were put aside spent epsilon ${readable(spentBy(former).epsilon)} on the same data.`}`,
      ),
      ...(answers.length === 0 ? [h("p", "Nothing yet.")] : answers.map(answerOf)),
    );
  });
}

function answerOf({ released, record }: KeptAnswer, number: number) {
  return h(
    "article",
    h("h2", `${number + 1}. ${record.label ?? record.mechanism}`),
    h("pre", { text: wordsOf(released) }),
    h("p", howFarOff(record.accuracy)),
    h("p", record.guarantee),
    h("p.hint", `${record.mechanism}; proof: ${record.proof}; logstar ${record.version}`),
  );
}

/** The released answer, line by line. */
export function wordsOf(released: object) {
  return Object.entries(released)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) =>
      Array.isArray(value) && typeof value[0] === "object"
        ? `${name}:\n${value.map((one) => `  ${lineOf(one)}`).join("\n")}`
        : `${name}: ${worded(value)}`,
    )
    .join("\n");
}

const lineOf = (one: object) =>
  Object.entries(one)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name} ${worded(value)}`)
    .join(", ");

/** A value in a line: a list in brackets, and a thing of one field as what that is. */
function worded(value: unknown): string {
  if (Array.isArray(value)) return `(${value.map(worded).join(", ")})`;
  if (typeof value !== "object" || value === null) return `${value}`;
  const own = Object.values(value);
  return own.length === 1 ? worded(own[0]) : lineOf(value);
}
