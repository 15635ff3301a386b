// The meaning of "sealed", its limits, and a check.
import type { Remote } from "comlink";
import type { Store } from "../data/data-worker.js";
import { h, icon, place } from "../dom.js";
import { closeDialog } from "../routes.js";
import { trySending } from "../seal.js";

const names: Record<string, string> = {
  ...{ fetch: "a request (fetch)", XMLHttpRequest: "a request (XMLHttpRequest)" },
  WebSocket: "a socket",
};

/** @param store the worker that holds the data: it tries too */
export function sealDialog(store: Remote<Store>) {
  const dialog = place<HTMLDialogElement>("#sealed");
  const results = h("ul.attempts", { id: "attempts", "aria-live": "polite" });
  const attempt = h("button.primary", {
    type: "button",
    id: "try",
    autofocus: true,
    text: "Try to send something",
  });
  attempt.addEventListener("click", async () => {
    results.replaceChildren(h("li.none", "Trying …"));
    const page = await trySending();
    const worker = await store.trySending(new URL("./sealed?test", location.href).href);
    const all = [...page, { way: "from the thread that holds the data", refused: worker }];
    results.replaceChildren(
      ...all.map(({ way, refused }) =>
        h(
          refused ? "li" : "li.sent",
          `${names[way] ?? way}: ${refused ? "refused by the browser" : "NOT refused"}`,
        ),
      ),
    );
  });
  const close = h("button.close", { type: "button", "aria-label": "Close", text: "✕" });
  close.addEventListener("click", closeDialog);
  dialog.append(
    h("div.head", h("h2", { id: "sealed-title" }, icon("seal"), " This page is sealed"), close),
    h(
      "p",
      "Before it reads a file, the page told your browser to refuse every connection from it. A page cannot take that back; only loading it anew does.",
    ),
    attempt,
    results,
    h("p", "Or cut your connection: everything goes on, also after a reload."),
    h(
      "details",
      h("summary", "What it cannot do"),
      h(
        "p",
        "No page can forbid your browser to follow a link, nor stop an extension that reads pages. And whoever serves the page decides what it says next time: so keep it and serve it yourself, from any static host.",
      ),
    ),
  );
  return {
    dialog,
    show() {
      results.replaceChildren(h("li.none", "In six ways, one after the other."));
      dialog.showModal();
    },
  };
}
