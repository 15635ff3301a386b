// Roughly where most values lie, if the owner knows it without looking.
import { h } from "../dom.js";
import { between, numbersOf } from "./two-numbers.js";

export function guessField() {
  const ends = between("roughly between", "and", [
    "where most values begin",
    "where most values end",
  ]);
  const isKnown = h("input", { type: "checkbox" });
  const node = h(
    "div.stack",
    h("label.check", isKnown, h("span", "I know roughly where most lie, without looking")),
    ends.node,
    h("p.hint", "A guess, nothing is cut off: a wrong one costs a little accuracy, never privacy."),
  );
  const show = () => {
    ends.node.hidden = !isKnown.checked;
  };
  node.addEventListener("input", show);
  show();
  return {
    node,
    /** Nothing if it is not known. */
    get value() {
      return isKnown.checked ? numbersOf(ends) : undefined;
    },
    forget() {
      isKnown.checked = false;
      show();
    },
  };
}
