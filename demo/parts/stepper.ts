// The three steps: one that is done is one line, with a way back to it.
import { h, place } from "../dom.js";

const names = ["Data", "Question", "Answer"];

/** @param sums what was chosen in each step */
export function showSteps(at: number | undefined, sums: string[], hrefs: (string | undefined)[]) {
  const nav = place("#stepper");
  nav.hidden = at === undefined;
  if (at === undefined) return;
  const items = names.map((name, step) => {
    const state = step < at ? "done" : step === at ? "now" : "todo";
    const link = h(
      "a",
      {
        href: state === "todo" ? undefined : hrefs[step],
        "aria-current": step === at ? "step" : undefined,
      },
      h("span.no", `${step + 1}`),
      h("span.what", h("b", name), " ", h("span.sum", sums[step] ?? "")),
      h("span.change", { "aria-hidden": "true" }, "Change"),
    );
    return h(`li.${state}` as "li", link);
  });
  nav.replaceChildren(h("ol", ...items));
}
