// The typical person or the typical row, where a person may have several rows.
import { h } from "../dom.js";
import { chooser, field, numberField } from "./controls.js";

export function voiceField() {
  const select = chooser([
    { value: "person", text: "the typical person" },
    { value: "row", text: "the typical row" },
  ]);
  const most = numberField({ min: 1, max: 1000, value: 10, "aria-label": "most rows of a person" });
  const hint = h("p.hint");
  const bounds = h("div.bounds", h("span", "at most"), most, h("span", "rows of a person"));
  const node = h("div", field("Of interest is", select, { hint }), bounds);
  let isOffered = false;
  const isOfRows = () => isOffered && select.value === "row";
  function show() {
    node.hidden = !isOffered;
    bounds.hidden = !isOfRows();
    hint.textContent = isOfRows()
      ? "Chance selects that many rows of a person with more. Choose the number beforehand: the error grows in proportion to it."
      : "Every person counts once, however many rows they have.";
  }
  select.addEventListener("input", show);
  show();
  return {
    node,
    /** How the library takes it: nothing where each person has one voice. */
    get value(): { perUser?: number } {
      if (!isOfRows()) return {};
      const perUser = Number(most.value);
      if (Number.isInteger(perUser) && perUser >= 1) return { perUser };
      throw new Error("Write down how many rows of a person count at most: 1 or more.");
    },
    /** Whether rows count, and not people. */
    get isOfRows() {
      return isOfRows();
    },
    /** @param offered if people have several rows, and the question is about ranks */
    offer(offered: boolean) {
      isOffered = offered;
      show();
    },
  };
}
