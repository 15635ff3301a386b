// What "sealed" means, what it does not, and how to check it.
import type { Remote } from "comlink";
import type { Store } from "../data/data-worker.js";
import { h, icon, place } from "../dom.js";
import { trySending } from "../seal.js";

/** @param store the worker that holds the data: it tries too */
export function sealDialog(store: Remote<Store>) {
  const dialog = place<HTMLDialogElement>("#seal-dialog");
  const button = place<HTMLButtonElement>("#seal");
  const results = h("ul.attempts", { "aria-live": "polite" });

  async function attempt() {
    results.replaceChildren(h("li", "Trying…"));
    const page = await trySending();
    const worker = await store.trySending(new URL("./sealed?test", location.href).href);
    const all = [...page, { way: "the thread that holds the data", refused: worker }];
    results.replaceChildren(
      ...all.map(({ way, refused }) =>
        h(
          refused ? "li.refused" : "li.sent",
          `${way}: ${refused ? "refused by the browser" : "NOT refused"}`,
        ),
      ),
    );
  }

  dialog.replaceChildren(
    h("h2", { id: "seal-title" }, icon("seal"), "This page is sealed"),
    h(
      "p",
      "Before any file of yours could be opened, the page told your browser to refuse every connection from it: no request, no image, no script, no form. A page cannot take that back; only loading it anew does. The threads that read and analyse your data were started afterwards and are under the same order.",
    ),
    h("h3", "Check it yourself"),
    h(
      "ul",
      h("li", "Press the button: the page tries to send something in six ways."),
      h(
        "li",
        "Open your browser's developer tools, the Network tab, and use the page: nothing appears.",
      ),
      h("li", "Cut your connection now. Everything goes on, also after a reload."),
    ),
    h(
      "div.buttons",
      h("button", { type: "button", onclick: attempt, text: "Try to send something" }),
    ),
    results,
    h("h3", "What it cannot do"),
    h(
      "p",
      "No page can forbid your browser to follow a link, nor stop an extension that reads pages. And whoever serves the page decides what it says next time: that is why it can be kept and served by yourself, from any static host.",
    ),
    h("form", { method: "dialog" }, h("button.primary", { type: "submit", text: "Close" })),
  );
  button.replaceChildren(icon("seal"), "Sealed");
  button.setAttribute("aria-label", "Sealed: what this means and how to check it");
  button.disabled = false;
  button.addEventListener("click", () => {
    results.replaceChildren();
    dialog.showModal();
  });
}
