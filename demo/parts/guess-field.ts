// Where most values lie, guessed: it weighs answers, and clamps nothing.
import { h } from "../dom.js";
import { chooser, field, numberField } from "./controls.js";

/** The page never fills it in from the data: such a guess would reveal them. */
export function guessField() {
  const select = chooser([
    { value: "none", text: "I do not know" },
    { value: "guess", text: "I know it roughly" },
  ]);
  const low = numberField({ step: "any", value: 1, "aria-label": "where most values begin" });
  const high = numberField({ step: "any", value: 100, "aria-label": "where most values end" });
  const hint = h("p.hint");
  const bounds = h("div.bounds", h("span", "roughly between"), low, h("span", "and"), high);
  function show() {
    bounds.hidden = select.value === "none";
    hint.textContent = bounds.hidden
      ? "A guess helps where rows are few."
      : "Only if you know it without looking. Values beyond count as they are; a wrong guess costs a little accuracy, never privacy.";
  }
  select.addEventListener("input", show);
  show();
  return {
    node: h("div", field("Most values are", select, { hint }), bounds),
    /** The two ends, or nothing. */
    get value(): [number, number] | undefined {
      if (select.value === "none") return undefined;
      const [from, to] = [Number(low.value), Number(high.value)];
      if (low.value === "" || high.value === "" || from > to) {
        throw new Error("For a guess write down two numbers, the smaller one first.");
      }
      return [from, to];
    },
    /** Other data: a guess about the data before does not apply. */
    forget() {
      select.value = "none";
      show();
    },
  };
}
