// Asked once when a file is opened: whose row each is, and what the data are called. Neither is guessed: what is
// in the file decides nothing here.
import { h } from "../dom.js";
import { readable, shorten } from "../words.js";
import { field, fill } from "./controls.js";

/**
 * @param {import("../accounts.js").Accounts} accounts
 * @returns {(file: File, names: string[]) => Promise<{ person: string | null, name: string } | undefined>} nothing if
 *   the file is not to be opened after all
 */
export function personDialog(accounts) {
  const different = h("input", {
    type: "radio",
    name: "whose",
    value: "different",
    required: true,
  });
  const several = h("input", { type: "radio", name: "whose", value: "column" });
  const column = h("select", { "aria-label": "column that says whose row it is" });
  const name = h("input", { type: "text", required: true, maxlength: 100, list: "known-names" });
  const known = h("datalist", { id: "known-names" });
  const hint = h("p.hint");
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
        "What is protected is a person with all rows. If people have several rows and you say they have one, each answer tells several times as much about them as it says.",
      ),
    ),
    field("Call these data", name, { hint }),
    known,
    h("div.buttons", h("button.primary", { type: "submit", text: "Open" }), cancel),
  );
  const dialog = h("dialog.card", { id: "person-dialog", "aria-labelledby": "person-title" }, form);
  document.body.append(dialog);

  const keptText = accounts.areKept
    ? "Their ledger is kept in this browser under this name. Data about the same people belong under one name: what they were asked adds up."
    : "This browser keeps nothing (a private window, perhaps): their ledger ends with this page.";

  async function tellName() {
    const one = (await accounts.all()).find((kept) => kept.name === name.value.trim());
    hint.textContent =
      one === undefined
        ? keptText
        : `Goes on with the ledger of this name: epsilon ${readable(one.ledger.remaining.epsilon, 3)} of ${readable(one.ledger.budget.epsilon, 3)} is left.`;
  }

  const showColumn = () => {
    column.disabled = !several.checked;
  };
  different.addEventListener("input", showColumn);
  several.addEventListener("input", showColumn);
  name.addEventListener("input", tellName);

  return async (file, names) => {
    form.reset();
    title.textContent = `Open ${shorten(file.name, 40)}`;
    fill(column, names);
    name.value = file.name;
    known.replaceChildren(...(await accounts.all()).map((one) => h("option", { value: one.name })));
    showColumn();
    await tellName();
    dialog.returnValue = "";
    dialog.showModal();
    return new Promise((resolve) => {
      const end = (answer) => {
        form.onsubmit = dialog.oncancel = cancel.onclick = null;
        dialog.close();
        resolve(answer);
      };
      form.onsubmit = (event) => {
        event.preventDefault();
        end({
          person: several.checked ? column.value : null,
          name: name.value.trim() || file.name,
        });
      };
      dialog.oncancel = () => end(undefined);
      cancel.onclick = () => end(undefined);
    });
  };
}
