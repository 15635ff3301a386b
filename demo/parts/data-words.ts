// The open data in words: their columns, the unit that counts, and the names known from earlier questions.
import type { Known } from "../accounts.js";
import type { WhatIsRead } from "../data/data-worker.js";
import { h } from "../dom.js";
import { shorten, whole } from "../words.js";
import type { Dataset } from "../workspace.js";
import { spentBefore, totalsOf } from "./budget-words.js";
import { namesOf } from "./data-name.js";

export function summaryOf(dataset: Dataset) {
  const { name, rows, columns, sample } = dataset;
  const named = columns
    .slice(0, 8)
    .map((one) => shorten(one.name, 24))
    .join(", ");
  const more = columns.length > 8 ? ` and ${columns.length - 8} more` : "";
  return [
    h("b", name),
    `: ${sample ? `${sample.about}. ` : ""}${whole(rows)} rows; ${named}${more}. `,
    h("span.whose", whoseRows(dataset)),
  ];
}

function whoseRows({ person, people, sample }: Dataset) {
  if (person !== null) {
    return `A person is the column ${shorten(person, 24)}: ${whole(people)} people.`;
  }
  return sample ? "Each row counts as a separate person." : "Each row is a different person.";
}

/** Names with earlier questions: the user can open their data again and continue the ledger. */
export function askedBefore(known: Known[]) {
  return `Asked before in this browser: ${namesOf(known, restOf)}. Open such a file again to continue its ledger.`;
}

const restOf = (kept: Known) => ` (epsilon ${totalsOf(kept)} left${spentBefore(kept)})`;

const kinds = {
  number: "not numbers",
  date: "not dates",
  name: "neither text nor numbers",
};

/**
 * The skipped lines and cells, for the owner of the data only.
 * @returns empty if everything was readable
 */
export function leftOutText({ malformed, columns }: Pick<WhatIsRead, "malformed" | "columns">) {
  const cells = columns.flatMap(({ name, unread }) =>
    unread
      .filter(({ isTextFor }) => !isTextFor)
      .map(({ as, count }) => {
        const dont = count === 1 ? "1 cell does not" : `${whole(count)} cells do not`;
        return `In ${shorten(name, 24)} ${dont} count (${kinds[as]}).`;
      }),
  );
  const lines =
    malformed.count === 1 ? "1 malformed line" : `${whole(malformed.count)} malformed lines`;
  const left =
    malformed.count === 0
      ? []
      : [`Skipped ${lines}: a stray quote, or another number of fields than in the first line.`];
  const sentences = [...left, ...cells];
  if (sentences.length === 0) return "";
  const stays = sentences.length === 1 ? "This number stays" : "These numbers stay";
  return `${sentences.join(" ")} ${stays} in the page.`;
}
