// The words and elements of one answer: released, kept from before, rejected, or not there yet.
import type { KeptAnswer, Loss } from "../accounts.js";
import { download, h, icon } from "../dom.js";
import { BudgetExceeded, type ReleaseRecord } from "../engine.js";
import { howFarOff, readable, tiny } from "../words.js";
import type { Workspace } from "../workspace.js";
import { wordsOf } from "./release-sheet.js";

export interface Released<Mark = unknown> {
  /** the answer itself */
  shown: Node[];
  record: ReleaseRecord;
  /** all that leaves, as plain data */
  plain: object;
  /** the data for the picture */
  mark?: Mark;
}

/** @param id of the question, which names the file to download */
export function leaving(
  id: string,
  { shown, record, plain }: Released,
  note: string | undefined,
): Node[] {
  const { epsilon, delta } = record;
  const text = JSON.stringify({ released: plain, record }, null, 2);
  return [
    note === undefined ? undefined : h("p.hint", note),
    ...shown,
    h("p.guarantee", record.guarantee),
    h("p", howFarOff(record.accuracy)),
    h(
      "p.hint",
      `Spent: epsilon ${readable(epsilon)}${delta > 0 ? `, delta ${tiny(delta)}` : ""}. Only this leaves the page.`,
    ),
    h(
      "div.buttons",
      h(
        "button",
        { type: "button", onclick: () => download(`${id}.json`, text) },
        icon("download"),
        "Download answer and record",
      ),
    ),
    h(
      "details",
      h("summary", "All that leaves, letter by letter"),
      h("pre", { tabindex: 0, text }),
    ),
  ].filter((node) => node !== undefined);
}

/** An answer that the ledger of the open data kept. */
export function leavingAgain(
  id: string,
  { released: plain, record }: KeptAnswer,
  { name, isSample }: { name: string; isSample: boolean },
) {
  const shown = [h("pre.again", { tabindex: 0, text: wordsOf(plain) })];
  const about = isSample ? "" : ", about the data that were open then";
  const note = `The last answer under “${name}”${about}. It was kept with the ledger; nothing was drawn again.`;
  return leaving(id, { shown, record, plain }, note);
}

/** @param before the name of the data of the previous answer */
export function nothingYet(before?: string) {
  const kept =
    before === undefined ? "" : ` The answers about “${before}” are kept with its ledger.`;
  return h("p.hint", `Nothing yet. The answer will appear here, with its guarantee.${kept}`);
}

/** @param isCancelled by the user */
export function failure(error: unknown, isCancelled: boolean, { ledger }: Workspace) {
  if (isCancelled) {
    return h("p", "Cancelled. An earlier charge stands, because the draw may have run.");
  }
  if (!(error instanceof BudgetExceeded))
    return h("p.error", { role: "alert", text: (error as Error).message });
  const { remaining } = ledger;
  return h(
    "div.refused",
    { role: "alert" },
    h("p", h("b", "The ledger rejects this question. "), "It spent nothing."),
    h(
      "p",
      `The budget for these data has epsilon ${readable(remaining.epsilon, 3)} and delta ${tiny(remaining.delta)} left, less than this question costs. Every answer reveals a little about the people behind it, and these losses add up; the budget is the limit that you chose.`,
    ),
    h(
      "p.hint",
      "Choose a smaller epsilon, or stop here. The Ledger tab lists the loss of each answer.",
    ),
  );
}

/** The price of a question in words, and whether less than it remains. */
export function priceInWords({ epsilon, delta }: Loss, remaining: Loss) {
  const spends = `Only this button spends: epsilon ${readable(epsilon)}${delta > 0 ? ` and delta ${tiny(delta)}` : ""}.`;
  const isShort = epsilon > remaining.epsilon || delta > remaining.delta;
  const text = isShort
    ? `${spends} More than remains (epsilon ${readable(remaining.epsilon, 3)}${delta > remaining.delta ? `, delta ${tiny(remaining.delta)}` : ""}): the ledger will reject it.`
    : `${spends} Sliders cost nothing.`;
  return { text, isShort };
}
