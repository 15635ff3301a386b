// The fields of the questions.
import { h } from "../dom.js";

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
