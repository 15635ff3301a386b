// Asked once when a file is opened: the person of each row, and the name of the data. The page guesses neither
// from the file.

import type { Accounts } from "../accounts.js";
import { h } from "../dom.js";
import { shorten } from "../words.js";
import { fill } from "./controls.js";
import { dataName } from "./data-name.js";

/** @returns undefined if the user cancels */
export function personDialog(
  accounts: Accounts,
): (file: File, names: string[]) => Promise<{ person: string | null; name: string } | undefined> {
  const different = h("input", {
    type: "radio",
    name: "whose",
    value: "different",
    required: true,
  });
  const several = h("input", { type: "radio", name: "whose", value: "column" });
  const column = h("select", { "aria-label": "column of the person" });
  const name = dataName(accounts);
  const title = h("h2", { id: "person-title" });
  const cancel = h("button", { type: "button", text: "Do not open it" });
  const form = h(
    "form",
    { method: "dialog" },
    title,
    h(
      "fieldset",
      h("legend", "Whose row is each?"),
      h("label.check", different, h("span", "Each row is a different person")),
      h("label.check", several, h("span", "A person may have several rows, and is the column")),
      column,
      h(
        "p.hint",
        "The guarantee protects a person with all rows. If people have several rows and you say they have one, the privacy loss is several times the stated one.",
      ),
    ),
    ...name.nodes,
    h("div.buttons", h("button.primary", { type: "submit", text: "Open" }), cancel),
  );
  const dialog = h("dialog.card", { id: "person-dialog", "aria-labelledby": "person-title" }, form);
  document.body.append(dialog);

  const showColumn = () => {
    column.disabled = !several.checked;
  };
  different.addEventListener("input", showColumn);
  several.addEventListener("input", showColumn);

  return async (file, names) => {
    form.reset();
    title.textContent = `Open ${shorten(file.name, 40)}`;
    fill(column, names);
    await name.prepare(file.name);
    showColumn();
    dialog.returnValue = "";
    dialog.showModal();
    return new Promise((resolve) => {
      const end = (answer: { person: string | null; name: string } | undefined) => {
        form.onsubmit = dialog.oncancel = cancel.onclick = null;
        dialog.close();
        resolve(answer);
      };
      form.onsubmit = (event) => {
        event.preventDefault();
        end({
          person: several.checked ? column.value : null,
          name: name.value,
        });
      };
      dialog.oncancel = () => end(undefined);
      cancel.onclick = () => end(undefined);
    });
  };
}
