// Two numbers beside each other, the smaller one first.
import { h } from "../dom.js";
import { numberField } from "./controls.js";

let ids = 0;

/** Two numbers beside each other. */
export function between(before: string, after: string, names: [string, string]) {
  const low = numberField({ step: "any", id: `low-${++ids}`, "aria-label": names[0] });
  const high = numberField({ step: "any", id: `high-${ids}`, "aria-label": names[1] });
  const node = h("div.inline", h("span", before), low, h("span", after), high);
  return { low, high, node };
}

export function numbersOf({ low, high }: { low: HTMLInputElement; high: HTMLInputElement }) {
  const [from, to] = [Number(low.value), Number(high.value)];
  if (low.value === "" || high.value === "" || from > to) {
    throw new Error("Write down two numbers, the smaller one first.");
  }
  return [from, to] as [number, number];
}
