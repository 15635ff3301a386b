// One column of a file: its first texts, its kind, and how many cells its kind cannot read.
import type { Unread } from "../data/columns.js";
import { allOffers, offers, type ReadAs } from "../data/read-as.js";
import { h } from "../dom.js";
import { isDateForm, type Notation } from "../files/notation.js";
import { shorten, whole } from "../words.js";

const anotherNumber = "number";
const anotherDate = "date";
const ignored = "ignore";

const input = (attributes: object) =>
  h("input", { type: "text", autocomplete: "off", spellcheck: "false", ...attributes });

export class ColumnKind {
  readonly name: string;
  readonly node: HTMLElement;
  readonly #select: HTMLSelectElement;
  readonly #count: HTMLElement;
  readonly #decimal = input({ maxlength: 1, value: ".", size: 2 });
  readonly #thousands = input({ maxlength: 1, size: 2 });
  readonly #affix = input({ placeholder: "such as: kr, %" });
  readonly #parentheses = h("input", { type: "checkbox" });
  readonly #form = input({ placeholder: "such as: %d %B %Y" });
  readonly #numberFields: HTMLElement;
  readonly #dateFields: HTMLElement;

  /** @param at its number, for the ids of its controls */
  constructor(name: string, at: number, examples: string[]) {
    this.name = name;
    const id = `kind-${at}`;
    this.#select = h("select", { id, "aria-describedby": `count-${at}` });
    this.#count = h("p.count", { id: `count-${at}` });
    this.#fillKinds();
    this.#numberFields = h(
      "div.form",
      { role: "group", "aria-label": `How the numbers of ${name} are written` },
      labelled("Decimal mark", this.#decimal, `${id}-decimal`),
      labelled("Between thousands", this.#thousands, `${id}-thousands`),
      labelled("Texts beside it", this.#affix, `${id}-affix`),
      h("label.check", this.#parentheses, h("span", "(12) is −12")),
    );
    this.#dateFields = h(
      "div.form",
      { role: "group", "aria-label": `How the dates of ${name} are written` },
      labelled("Form of its dates", this.#form, `${id}-form`),
    );
    const shown = [...new Set(examples.filter((text) => text !== ""))].slice(0, 3);
    this.node = h(
      "div.column",
      h(
        "label",
        { for: id },
        h("b", shorten(name, 60)),
        h("span.eg", shown.map((text) => shorten(text, 24)).join("  ·  ")),
      ),
      this.#select,
      this.#count,
      this.#numberFields,
      this.#dateFields,
    );
    this.#select.addEventListener("input", () => this.#show());
    this.#show();
  }

  /** What the column is, or undefined: then it is not read. */
  get value(): ReadAs | undefined {
    const { value } = this.#select;
    const offer = allOffers.find((one) => one.value === value);
    if (offer !== undefined) return { kind: offer.kind, notation: offer.notation };
    if (value === anotherNumber) return { kind: "number", notation: this.#numberNotation };
    const form = this.#form.value.trim();
    if (value === anotherDate && isDateForm(form))
      return { kind: "date", notation: { dates: form } };
    return undefined;
  }

  /** Whether its owner has said that nothing of it is read. */
  get isIgnored() {
    return this.#select.value === ignored;
  }

  /** @param readAs nothing: ignored */
  choose(readAs: ReadAs | undefined) {
    const same = allOffers.find(
      ({ kind, notation }) =>
        JSON.stringify([kind, notation]) === JSON.stringify([readAs?.kind, readAs?.notation]),
    );
    if (readAs === undefined) this.#select.value = ignored;
    else if (same !== undefined) this.#select.value = same.value;
    else this.#chooseAnother(readAs);
    this.#show();
  }

  /** Nothing was chosen yet, or the column is needed as the one of people. */
  needAsText() {
    if (this.value === undefined) this.choose({ kind: "text", notation: {} });
  }

  /**
   * The cells that its kind could not read.
   * @param unread nothing while they are counted
   */
  tell(unread: Unread[] | undefined, rows: number, placed: string) {
    const isRead = this.value !== undefined;
    const [one] = unread ?? [];
    this.#count.classList.toggle("some", isRead && one !== undefined);
    if (!isRead) {
      this.#count.textContent = this.#select.value === anotherDate ? "no such form" : "not read";
    } else if (unread === undefined) this.#count.textContent = "counting …";
    else if (one === undefined) this.#count.textContent = "all read";
    else {
      const first = one.first.map(({ what, place }) => `“${what}” in ${placed} ${place}`);
      this.#count.replaceChildren(
        h("b", whole(one.count)),
        ` of ${whole(rows)} cannot be read: ${first.join(", ")}`,
      );
    }
  }

  focus() {
    this.#select.focus();
  }

  get #numberNotation(): Notation {
    const affix = this.#affix.value
      .split(",")
      .map((text) => text.trim())
      .filter((text) => text !== "");
    return {
      ...(this.#decimal.value !== "." &&
        this.#decimal.value !== "" && { decimal: this.#decimal.value }),
      ...(this.#thousands.value !== "" && { thousands: this.#thousands.value }),
      ...(affix.length > 0 && { affix }),
      ...(this.#parentheses.checked && { negative: "parentheses" }),
    };
  }

  #chooseAnother({ kind, notation }: ReadAs) {
    this.#select.value = kind === "date" ? anotherDate : anotherNumber;
    this.#form.value = notation.dates ?? "";
    this.#decimal.value = notation.decimal ?? ".";
    this.#thousands.value = notation.thousands ?? "";
    this.#affix.value = (notation.affix ?? []).join(", ");
    this.#parentheses.checked = notation.negative === "parentheses";
  }

  #fillKinds() {
    const option = ({ value, text }: { value: string; text: string }) =>
      h("option", { value, text });
    this.#select.append(
      option({ value: "", text: "Choose …" }),
      ...offers.flatMap(({ group, kinds }) => {
        if (group === "") return kinds.map(option);
        const other = {
          ...{ Number: { value: anotherNumber, text: "Another number …" } },
          ...{ Date: { value: anotherDate, text: "Another date …" } },
        }[group];
        return [
          h("optgroup", { label: group }, ...kinds.map(option), other ? option(other) : undefined),
        ];
      }),
      option({ value: ignored, text: "Ignore it" }),
    );
  }

  #show() {
    this.#numberFields.hidden = this.#select.value !== anotherNumber;
    this.#dateFields.hidden = this.#select.value !== anotherDate;
  }
}

const labelled = (text: string, control: HTMLElement, id: string) => {
  control.id = id;
  return h("div.field.stack", h("label", { for: id, text }), control);
};
