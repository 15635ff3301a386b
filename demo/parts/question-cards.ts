// The elements of a question: the form, the card of what leaves the page, and the card of what stays.
import { h, icon } from "../dom.js";
import { field } from "./controls.js";

/** The texts and controls of a question's form. */
export interface FormParts {
  id: string;
  title: string;
  /** the question in a sentence */
  lead: string;
  controls: Node[];
  /** the word that spends */
  button: string;
}

/** The form, and the places in it that change. */
export function questionForm({ id, title, lead, controls, button }: FormParts) {
  const expected = h("p.expected", { "aria-live": "polite" });
  const price = h("p.hint.price");
  const label = h("input", {
    type: "text",
    maxlength: 200,
    placeholder: "such as: quarterly report",
  });
  const submit = h("button.primary", { type: "submit", text: button });
  const cancel = h("button", { type: "button", text: "Cancel", hidden: true });
  const form = h(
    "form.card.ask",
    { "aria-labelledby": `${id}-title` },
    h("h2", { id: `${id}-title`, text: title }),
    h("p.hint", lead),
    ...controls,
    field("Call the answer", label),
    expected,
    h("div.buttons", submit, cancel),
    price,
  );
  return { form, expected, price, label, submit, cancel };
}

/** The card of what leaves: the answer. */
export function leavesCard(id: string) {
  const answer = h("div.answer", { role: "status", "aria-live": "polite" });
  const card = h(
    "section.card.leaves",
    { "aria-labelledby": `${id}-leaves` },
    h("h3", { id: `${id}-leaves` }, icon("leaves"), "What leaves this page"),
    answer,
  );
  return { card, answer };
}

/** The card of what stays: the pictures of the raw data. */
export function staysCard(id: string) {
  const figures = h("div.figures");
  const card = h(
    "section.card.stays",
    { "aria-labelledby": `${id}-stays` },
    h("h3", { id: `${id}-stays` }, icon("stays"), "What stays here"),
    h("p.never", "The raw data, only for you. Never share these pictures: they are not private."),
    figures,
  );
  return { card, figures };
}
