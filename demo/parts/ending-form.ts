// The form that ends one ledger for good: the user has to type the loss that is then forgotten.
import { type Kept, type Loss, spentBy } from "../accounts.js";
import { h } from "../dom.js";
import { counted, readable } from "../words.js";
import { typedConfirmation } from "./typed-confirmation.js";

/** The identity of a ledger. */
export type Named = { name: string; isSample: boolean };

/** @param end takes the spent loss as the user read it here */
export function endingForm(one: Named & Kept, end: (read: Loss) => Promise<void>) {
  const { name, answers } = one;
  const read = spentBy([...one.former, one.ledger]);
  const spent = readable(read.epsilon);
  const error = h("p.error", { role: "alert", hidden: true });
  const button = h("button", { type: "submit", text: `End “${name}” for good` });
  const typed = typedConfirmation({ button });
  typed.askWords(`forget epsilon ${spent}`);
  const keep = h("button", { type: "button", text: "Keep it" });
  const form = h(
    "form.ending",
    { hidden: true },
    h(
      "p",
      `This browser then forgets ${counted(answers.length, "answer")} for epsilon ${spent}, but their readers do not. Do this only if you will never ask about these people again.`,
    ),
    h(
      "p",
      `Data opened as “${name}” afterwards begin with a full budget: about the same people it is spent on top of epsilon ${spent}.`,
    ),
    typed.node,
    error,
    h("div.buttons", button, keep),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!typed.isTyped()) return;
    try {
      await end(read);
    } catch (problem) {
      error.textContent = (problem as Error).message;
      error.hidden = false;
    }
  });
  const open = (opener: HTMLElement) => {
    form.hidden = false;
    opener.setAttribute("aria-expanded", "true");
    form.querySelector("input")!.focus();
    keep.onclick = () => {
      form.hidden = true;
      typed.clear();
      opener.setAttribute("aria-expanded", "false");
      opener.focus();
    };
  };
  return { node: form, open };
}
