// The true numbers: hatched, folded, and printed only if their owner says so.
import { h, icon } from "../dom.js";

/** @param draw the pictures; called when the owner unfolds them */
export function ownPicture(draw: () => Promise<Node[]>) {
  const figures = h("div.figures");
  const also = h("input", { type: "checkbox" });
  const node = h(
    "details.private",
    h(
      "summary",
      icon("stays"),
      h(
        "span",
        h("b", "Only for you: the true numbers"),
        " Not private, and not printed. Never share it.",
      ),
      h("em"),
    ),
    h("div.inside", figures, h("label.check", also, h("span", "Print it too, marked “private”"))),
  );
  also.addEventListener("change", () => node.classList.toggle("print-too", also.checked));
  async function show() {
    if (!node.open) return;
    const nodes = await draw().catch((error: Error) => [h("p.hint", error.message)]);
    figures.replaceChildren(...nodes);
  }
  node.addEventListener("toggle", show);
  return { node, refresh: show };
}
