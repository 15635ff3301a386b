// The meaning of "sealed", its limits, and a check.
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
      "Before you can open a file, the page orders your browser to refuse every connection from it: requests, images, scripts and forms. The page cannot lift that order; only reloading it does. The threads that read and analyse your data start afterwards, under the same order.",
    ),
    h("h3", "Check it yourself"),
    h(
      "ul",
      h("li", "Press the button: the page tries to send something in six ways."),
      h(
        "li",
        "Open your browser's developer tools, the Network tab, and use the page: nothing appears.",
      ),
      h("li", "Cut your connection now. Everything still works, also after a reload."),
    ),
    h(
      "div.buttons",
      h("button", { type: "button", onclick: attempt, text: "Try to send something" }),
    ),
    results,
    h("h3", "What it cannot do"),
    h(
      "p",
      "No page can stop your browser from following a link, or an extension from reading the page. The server of the page decides its content the next time. So you can keep a copy and serve it yourself, from any static host.",
    ),
    h("form", { method: "dialog" }, h("button.primary", { type: "submit", text: "Close" })),
  );
  button.replaceChildren(icon("seal"), "Sealed");
  button.setAttribute("aria-label", "Sealed: the meaning, and a check");
  button.disabled = false;
  button.addEventListener("click", () => {
    results.replaceChildren();
    dialog.showModal();
  });
}
