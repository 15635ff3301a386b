// The fields of the questions.
import type { DomainChoice } from "../data/domain-points.js";
import { h } from "../dom.js";
import type { Range } from "../samples.js";
import { meaning } from "../words.js";
import { epsilons } from "./epsilons.js";

let ids = 0;

/** A labelled control with an optional live output and a hint below. */
export function field(
  label: string,
  control: HTMLElement,
  { output, hint }: { output?: HTMLElement; hint?: HTMLElement } = {},
) {
  control.id ||= `field-${++ids}`;
  if (hint) {
    hint.id ||= `${control.id}-hint`;
    control.setAttribute("aria-describedby", hint.id);
  }
  return h(
    "div.field",
    h("label", { for: control.id, text: label }),
    h("div.control", control, output),
    hint,
  );
}

/** An option of a chooser: its value, and the words for it if they are others. */
export type Choice = string | { value: string; text: string };

export function chooser(options: readonly Choice[] = []) {
  const node = h("select");
  fill(node, options);
  return node;
}

/** Replaces the options, keeping the choice if it is still there. */
export function fill(select: HTMLSelectElement, options: readonly Choice[], favourite?: string) {
  const before = select.value;
  select.replaceChildren(
    ...options.map((option) => {
      const { value, text } = typeof option === "string" ? { value: option, text: option } : option;
      return h("option", { value, text });
    }),
  );
  const values = Array.from(select.options, ({ value }) => value);
  const wanted = [favourite, before].find((value) => value !== undefined && values.includes(value));
  if (wanted !== undefined) select.value = wanted;
}

/** A slider that shows epsilon and its meaning. */
export function epsilonSlider(start: number) {
  const input = h("input", {
    type: "range",
    min: 0,
    max: epsilons.length - 1,
    value: epsilons.indexOf(start),
  });
  const output = h("output");
  const hint = h("p.hint");
  const read = () => epsilons[Number(input.value)]!;
  function show() {
    output.textContent = `${read()}`;
    hint.textContent = meaning(read());
    input.setAttribute("aria-valuetext", `epsilon ${read()}`);
  }
  input.addEventListener("input", show);
  show();
  return {
    node: field("Epsilon", input, { output, hint }),
    get value() {
      return read();
    },
  };
}

/** `others`: options before the usual ones. */
export function deltaChooser(start = "1e-6", others: readonly Choice[] = []) {
  const select = chooser([...others, "1e-9", "1e-8", "1e-7", "1e-6"]);
  select.value = start;
  const hint = h("p.hint", {
    text: "An addend beside the factor, far below one over the number of people.",
  });
  return {
    node: field("Delta", select, { hint }),
    get value() {
      return Number(select.value);
    },
  };
}

export function numberField(attributes: object) {
  return h("input", { type: "number", required: true, ...attributes });
}

const anyNumber = {
  text: "any number",
  hint: "No bounds need to be known. Knowing some makes the answer more accurate.",
};
const foundRange = {
  text: "I do not know the range",
  hint: "Then two fifths of epsilon find a range that ends at powers of two. Values beyond it are clamped to the nearer end, and the record names it.",
};

/**
 * Which values there can be: all numbers, or a range known beforehand. It must not be read off the data: the
 * page suggests only the known range of a sample.
 */
export function domainField() {
  let unknown = anyNumber;
  const select = chooser([
    { value: "every", text: unknown.text },
    { value: "range", text: "a known range" },
  ]);
  const low = numberField({ step: "any", value: 0, "aria-label": "lowest possible value" });
  const high = numberField({ step: "any", value: 1000, "aria-label": "highest possible value" });
  const digits = numberField({ min: 0, max: 6, value: 0, "aria-label": "decimals" });
  const hint = h("p.hint");
  const bounds = h(
    "div.bounds",
    h("span", "from"),
    low,
    h("span", "to"),
    high,
    h("span", "decimals"),
    digits,
  );
  const show = () => {
    bounds.hidden = select.value === "every";
    select.options[0]!.text = unknown.text;
    hint.textContent = bounds.hidden
      ? unknown.hint
      : "Never take the range from the data itself: that would reveal its extremes.";
  };
  select.addEventListener("input", show);
  show();
  return {
    node: h("div", field("Possible values", select, { hint }), bounds),
    get value(): DomainChoice {
      if (select.value === "every") return { type: "every" };
      return {
        type: "range",
        low: Number(low.value),
        high: Number(high.value),
        digits: Number(digits.value),
      };
    },
    /** Whether the function finds an unknown range. */
    finds(isFound: boolean) {
      unknown = isFound ? foundRange : anyNumber;
      show();
    },
    /** The public range of a sample's column, if the user chooses a range. */
    prepare(range?: Range) {
      select.value = "every";
      if (range)
        [low.value, high.value, digits.value] = range.map(String) as [string, string, string];
      show();
    },
    /** Chooses that range at once: few rows need it. */
    suggest(range?: Range) {
      this.prepare(range);
      if (range) select.value = "range";
      show();
    },
  };
}
