// How much a row counts in a stream: once, or by a column of numbers.
import type { Weight } from "../data/stream-steps.js";
import { h } from "../dom.js";
import { chooser, field, fill, numberField } from "../parts/controls.js";
import { readable } from "../words.js";
import type { Dataset } from "../workspace.js";
import { numericColumns } from "./words.js";

export class WeightField {
  readonly #column = chooser();
  readonly #most = numberField({ step: "any", min: 0, value: 1 });
  readonly #mostField = field("but at most", this.#most, {
    hint: h("p.hint", "Known beforehand, never read off the data. Below 0 counts as 0."),
  });
  readonly nodes = [field("Each counts", this.#column), this.#mostField];

  /** @param changed called when another column is chosen */
  constructor(changed: () => void) {
    this.#column.addEventListener("input", () => {
      this.#show();
      changed();
    });
  }

  /** Whether rows count by a column. */
  get isUsed() {
    return this.#column.value !== "";
  }

  /** Nothing if each row counts once. */
  get value(): Weight | undefined {
    if (!this.isUsed) return undefined;
    const most = Number(this.#most.value);
    if (!(most > 0)) throw new Error("Write down how much one row counts at most: more than 0.");
    return { column: this.#column.value, most };
  }

  /** How many units of the threshold one row is at most. */
  get unit() {
    return this.value?.most ?? 1;
  }

  /** What is more than the threshold, in words. */
  counted(ones: string, what: string) {
    const { value } = this;
    if (value === undefined) return `${ones} ${what}`;
    return `${value.column}, at most ${readable(value.most)} each, of ${ones} that ${what}`;
  }

  fill(dataset: Dataset) {
    const columns = numericColumns(dataset).map((name) => ({
      value: name,
      text: `as its ${name}`,
    }));
    fill(this.#column, [{ value: "", text: "once" }, ...columns], "");
    this.#show();
  }

  #show() {
    this.#mostField.hidden = !this.isUsed;
  }
}
