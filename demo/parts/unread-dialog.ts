// Asked when something in a file cannot be read: its owner decides whether it is left out. In silence nothing is.

import type { Unread } from "../data/columns.js";
import { h } from "../dom.js";
import type { Faults } from "../files/faults.js";
import { shorten, whole } from "../words.js";

/** what of a file would be left out */
export interface Left {
  malformed: Pick<Faults, "count" | "first">;
  placed: "line" | "row";
  columns: { name: string; unread: Unread[] }[];
}

const kinds = { number: "no numbers", date: "no dates (ISO 8601)", name: "no text or number" };

/** @returns whether the file is to be opened without it */
export function unreadDialog(): (name: string, left: Left) => Promise<boolean> {
  const title = h("h2", { id: "unread-title" });
  const list = h("ul.unread");
  const hint = h("p.hint");
  const leave = h("button.primary", { type: "submit", text: "Leave them out" });
  const cancel = h("button", { type: "button", text: "Do not open it" });
  const form = h("form", { method: "dialog" }, title, list, hint, h("div.buttons", leave, cancel));
  const dialog = h("dialog.card", { id: "unread-dialog", "aria-labelledby": "unread-title" }, form);
  document.body.append(dialog);

  return (name, left) => {
    const items = [...linesOf(left), ...cellsOf(left)];
    if (items.length === 0) return Promise.resolve(true);
    title.textContent = `Some of ${shorten(name, 40)} cannot be read`;
    list.replaceChildren(...items.map((text) => h("li", text)));
    const isQuote = left.malformed.first.some(({ what }) => what.includes("quote"));
    const breaks = isQuote
      ? " Quoted fields that hold line breaks are read if you say so beside the file."
      : "";
    hint.textContent = `A line that is left out counts in no question; a cell in none that asks its column for numbers, dates or names, whichever it is not.${breaks}`;
    dialog.showModal();
    return new Promise((resolve) => {
      const end = (answer: boolean) => {
        form.onsubmit = dialog.oncancel = cancel.onclick = null;
        dialog.close();
        resolve(answer);
      };
      form.onsubmit = (event) => {
        event.preventDefault();
        end(true);
      };
      dialog.oncancel = () => end(false);
      cancel.onclick = () => end(false);
    });
  };
}

function linesOf({ malformed }: Left) {
  if (malformed.count === 0) return [];
  const are = malformed.count === 1 ? "1 line is" : `${whole(malformed.count)} lines are`;
  const first = malformed.first.map(({ place, what }) => `line ${place} (${what})`);
  return [`${are} not well formed: ${listOf(first, malformed.count)}.`];
}

const cellsOf = ({ columns, placed }: Left) =>
  columns.flatMap(({ name, unread }) =>
    unread
      .filter(({ isTextFor }) => !isTextFor)
      .map((one) => `${shorten(name, 40)}: ${cellText(one, placed)}.`),
  );

function cellText({ as, count, of, first }: Unread, placed: string) {
  const are = count === 1 ? "is" : "are";
  const shown = first.map(({ place, what }) => `${placed} ${place} “${what}”`);
  return `${whole(count)} of ${whole(of)} cells ${are} ${kinds[as]}: ${listOf(shown, count)}`;
}

const listOf = (first: string[], count: number) =>
  `${first.join(", ")}${count > first.length ? " and others" : ""}`;

/**
 * What was left out, and what was taken for text that nearly is numbers or dates: beside the data, for the eyes of
 * whoever opened them.
 * @returns nothing if all was read
 */
export function leftOutText({ malformed, columns, placed }: Left): string {
  const all = columns.flatMap(({ name, unread }) => unread.map((one) => ({ name, ...one })));
  const cells = all
    .filter(({ isTextFor }) => !isTextFor)
    .map(({ name, as, count }) => {
      const dont = count === 1 ? "1 cell does not" : `${whole(count)} cells do not`;
      return `Of ${shorten(name, 24)} ${dont} count, being ${kinds[as]}.`;
    });
  const texts = all
    .filter(({ isTextFor }) => isTextFor)
    .map((one) => `${shorten(one.name, 24)} is taken for text, as ${cellText(one, placed)}.`);
  const lines = malformed.count === 1 ? "1 line was" : `${whole(malformed.count)} lines were`;
  const left =
    malformed.count === 0
      ? []
      : [
          `${lines} left out as not well formed: a stray quote, or not as many fields as in the first line.`,
        ];
  const sentences = [...left, ...cells, ...texts];
  if (sentences.length === 0) return "";
  const stays = sentences.length === 1 ? "This number stays" : "These numbers stay";
  return `${sentences.join(" ")} ${stays} in the page.`;
}
