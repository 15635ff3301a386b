// A word on what was just done.
import { place } from "../dom.js";

let ending: ReturnType<typeof setTimeout> | undefined;

export function toast(words: string) {
  place("#toast").textContent = words;
  clearTimeout(ending);
  ending = setTimeout(() => {
    place("#toast").textContent = "";
  }, 2500);
}
