// Asks the owner of a file with unreadable parts whether to skip them. In silence nothing is.

import type { Unread } from "../data/columns.js";
import { h } from "../dom.js";
import type { Faults } from "../files/faults.js";
import { shorten, whole } from "../words.js";

/** the parts of a file to skip */
export interface Left {
  malformed: Pick<Faults, "count" | "first">;
  placed: "line" | "row";
  columns: { name: string; unread: Unread[] }[];
}

const kinds = {
  number: "not numbers",
  date: "not dates (ISO 8601)",
  name: "neither text nor numbers",
};

/** @returns whether to open the file without them */
export function unreadDialog(): (name: string, left: Left) => Promise<boolean> {
  const title = h("h2", { id: "unread-title" });
  const list = h("ul.unread");
  const hint = h("p.hint");
  const leave = h("button.primary", { type: "submit", text: "Skip them" });
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
      ? " For quoted fields with line breaks, tick “Fields contain line breaks” beside the file."
      : "";
    hint.textContent = `A skipped line counts in no question. A skipped cell counts only in questions that read its column as another kind.${breaks}`;
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
  return [`${are} malformed: ${listOf(first, malformed.count)}.`];
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
 * The skipped lines and cells, and columns of text that almost are numbers or dates: beside the data, for their
 * owner only.
 * @returns empty if everything was readable
 */
export function leftOutText({ malformed, columns, placed }: Left): string {
  const all = columns.flatMap(({ name, unread }) => unread.map((one) => ({ name, ...one })));
  const cells = all
    .filter(({ isTextFor }) => !isTextFor)
    .map(({ name, as, count }) => {
      const dont = count === 1 ? "1 cell does not" : `${whole(count)} cells do not`;
      return `In ${shorten(name, 24)} ${dont} count (${kinds[as]}).`;
    });
  const texts = all
    .filter(({ isTextFor }) => isTextFor)
    .map((one) => `${shorten(one.name, 24)} counts as text, because ${cellText(one, placed)}.`);
  const lines =
    malformed.count === 1 ? "1 malformed line" : `${whole(malformed.count)} malformed lines`;
  const left =
    malformed.count === 0
      ? []
      : [`Skipped ${lines}: a stray quote, or another number of fields than in the first line.`];
  const sentences = [...left, ...cells, ...texts];
  if (sentences.length === 0) return "";
  const stays = sentences.length === 1 ? "This number stays" : "These numbers stay";
  return `${sentences.join(" ")} ${stays} in the page.`;
}
