// The typical person or the typical row, where a person may have several rows.
import { h } from "../dom.js";
import { numberField } from "./controls.js";

export function voiceField() {
  const person = h("input", { type: "radio", name: "voice", value: "person", checked: true });
  const row = h("input", { type: "radio", name: "voice", value: "row" });
  const most = numberField({ min: 1, max: 1000, value: 20, "aria-label": "most rows of a person" });
  const node = h(
    "fieldset.voice",
    h("legend", "Of interest is"),
    h("label.check", person, h("span", "the typical person")),
    h("label.check", row, h("span", "the typical row, at most so many of a person:"), most),
    h("p.hint", "They differ where some people have many rows and others few."),
  );
  let isOffered = false;
  const isOfRows = () => isOffered && row.checked;
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
      node.hidden = !offered;
    },
  };
}
