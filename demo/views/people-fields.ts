// The person of each row, and the name of the people. The page guesses neither from the file.
import type { Accounts } from "../accounts.js";
import type { WhatIsRead } from "../data/data-worker.js";
import { h } from "../dom.js";
import { fill } from "../parts/controls.js";
import { dataName } from "../parts/data-name.js";
import { whole } from "../words.js";

export class PeopleFields {
  readonly node: HTMLElement;
  readonly #name: ReturnType<typeof dataName>;
  readonly #different = h("input", { type: "radio", name: "whose", value: "row" });
  readonly #several = h("input", { type: "radio", name: "whose", value: "column" });
  readonly #column = h("select", { "aria-label": "Column that says who it is" });
  readonly #hint = h("p.hint", { role: "status" });

  constructor(accounts: Accounts) {
    this.#name = dataName(accounts);
    this.node = h(
      "div.cols",
      h(
        "fieldset.card.whose",
        h("legend", h("h2", "Whose row is each?")),
        h("label.check", this.#different, h("span", "Each row is a different person")),
        h(
          "label.check",
          this.#several,
          h("span", "A person may have several rows: who it is says the column"),
        ),
        this.#column,
        this.#hint,
      ),
      h("div.card", ...this.#name.nodes),
    );
  }

  /** Another file. */
  async begin(fileName: string, { person, name }: { person?: string | null; name?: string } = {}) {
    this.#different.checked = person === null;
    this.#several.checked = typeof person === "string";
    this.#column.replaceChildren();
    await this.#name.prepare(fileName, name);
    this.tell(undefined);
  }

  /** @param person the column before */
  offer(names: string[], person?: string | null) {
    fill(this.#column, names, person ?? undefined);
  }

  /** The column of people, null if each row is a different person, undefined if its owner has not said it. */
  get person(): string | null | undefined {
    if (this.#different.checked) return null;
    return this.#several.checked ? this.#column.value : undefined;
  }

  get name() {
    return this.#name.value;
  }

  /** Whether the owner has said that people of a new name are none of those asked before. */
  get isNamed() {
    return this.#name.isSaid;
  }

  /** @param read nothing while people are counted */
  tell(read: Pick<WhatIsRead, "rows" | "people"> | undefined) {
    const { person } = this;
    this.#column.disabled = typeof person !== "string";
    const general =
      "What is protected is a person with all rows. Said wrongly, answers tell several times as much as they say.";
    if (read === undefined || person === undefined) this.#hint.textContent = general;
    else if (person === null) {
      this.#hint.replaceChildren(
        h("b", `${whole(read.rows)} people`),
        ", then. If some have several rows, answers tell several times as much about them as they say.",
      );
    } else if (read.people !== undefined) {
      const { count, least, most } = read.people;
      const each =
        least === most ? `${whole(least)} each` : `${whole(least)} to ${whole(most)} each`;
      this.#hint.replaceChildren(
        h("b", `${whole(count)} people`),
        ` have ${whole(read.rows)} rows, ${each}. What is protected is a person with all rows.`,
      );
    }
  }

  focusWhose() {
    this.#different.focus();
  }

  focusName() {
    this.#name.focus();
  }
}
