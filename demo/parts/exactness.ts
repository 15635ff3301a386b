// How exact an answer is: five stops, and the epsilon of each.
import { h } from "../dom.js";

export const stops = [0.05, 0.1, 0.2, 0.4, 0.8];

export class Exactness {
  readonly input = h("input", {
    type: "range",
    id: "exact",
    min: 0,
    max: stops.length - 1,
    step: 1,
    value: 2,
    "aria-describedby": "expect",
  });
  readonly node = h(
    "div.field.slider",
    h("label", { for: "exact", text: "How exact?" }),
    h(
      "div.range",
      this.input,
      h(
        "div.ends",
        { "aria-hidden": "true" },
        h("span", "rough, spends little"),
        h("span", "fine, spends more"),
      ),
    ),
  );

  get stop() {
    return Number(this.input.value);
  }

  set stop(stop: number) {
    this.input.value = `${stop}`;
  }

  get value() {
    return stops[this.stop]!;
  }

  /** What its place means, for those who hear it. */
  say(sentence: string) {
    this.input.setAttribute("aria-valuetext", `${this.stop + 1} of ${stops.length}. ${sentence}`);
  }
}
