// An irreversible step: its button works after the user has typed the sum that the step leads to.
import { h } from "../dom.js";
import { field } from "./controls.js";

/** Letter case and spaces do not matter. */
const plain = (text: string) => text.trim().replace(/\s+/g, " ").toLowerCase();

/** @param of the button that the words enable */
export function typedConfirmation({ button }: { button: HTMLButtonElement }): {
  node: HTMLElement;
  askWords: (words: string) => void;
  clear: () => void;
  isTyped: () => boolean;
} {
  const input = h("input", { type: "text", autocomplete: "off", spellcheck: "false" });
  const node = field("", input);
  const label = node.querySelector("label") as HTMLLabelElement;
  let wanted = "";
  const isTyped = () => wanted !== "" && plain(input.value) === plain(wanted);
  const check = () => {
    button.disabled = !isTyped();
  };
  input.addEventListener("input", check);
  node.classList.add("typed");
  check();
  return {
    node,
    isTyped,
    askWords(words) {
      wanted = words;
      label.replaceChildren("To confirm, type ", h("b", words));
      check();
    },
    clear() {
      if (document.activeElement === button) input.focus(); // a button that is off cannot keep it
      input.value = "";
      check();
    },
  };
}
