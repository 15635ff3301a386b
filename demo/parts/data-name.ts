// The name of the data, which owns their ledger. A new name is a new budget, so the user must confirm that it
// is about other people than the known names.
import type { Accounts, Known } from "../accounts.js";
import { h } from "../dom.js";
import { spentBefore, totalsOf } from "./budget-words.js";
import { field } from "./controls.js";

/** Names that look alike are one, whatever a keyboard or a disk makes of them. */
const nameOf = (text: string) => text.normalize("NFC").replace(/\s+/g, " ").trim();

export function dataName(accounts: Accounts) {
  const input = h("input", { type: "text", required: true, maxlength: 100, list: "known-names" });
  const list = h("datalist", { id: "known-names" });
  const hint = h("p.hint");
  const others = h("input", { type: "checkbox" });
  const othersText = h("span");
  const othersLabel = h("label.check.others", { hidden: true }, others, othersText);
  let known: Known[] = [];
  let file = "";

  const keptText = accounts.areKept
    ? "This browser keeps their ledger under this name. Use one name for all data about the same people: their privacy losses add up."
    : "This browser keeps nothing (a private window, perhaps): their ledger ends with this page.";

  const same = () => known.find((one) => nameOf(one.name) === nameOf(input.value || file));

  function tell() {
    const one = same();
    hint.textContent =
      one === undefined
        ? keptText
        : `Continues the ledger of this name: epsilon ${totalsOf(one)} is left${spentBefore(one)}.`;
    const isNew = one === undefined && known.length > 0;
    othersLabel.hidden = !isNew;
    others.required = isNew;
  }
  input.addEventListener("input", tell);

  /** The name under which a file of this name was opened before, if there is one. */
  function suggested() {
    if (known.some(({ name }) => name === file)) return file;
    const before = known.filter(({ files = [] }) => files.includes(file));
    return before.length === 1 ? before[0]!.name : file;
  }

  return {
    nodes: [field("Call these people", input, { hint }), list, othersLabel],

    /**
     * Before the fields are shown.
     * @param name the one under which the file is open
     */
    async prepare(fileName: string, name?: string) {
      file = fileName;
      known = await accounts.known();
      others.checked = false;
      input.value = name ?? suggested();
      list.replaceChildren(...known.map(({ name }) => h("option", { value: name })));
      othersText.textContent = `None of these people is in the data that were asked before: ${namesOf(known)}`;
      tell();
    },

    /** Whether the owner has said that people of a new name are others. */
    get isSaid() {
      return !others.required || others.checked;
    },

    focus: () => (others.required ? others : input).focus(),

    get value() {
      return same()?.name ?? nameOf(input.value || file);
    },
  };
}

/**
 * The first ones of many.
 * @param more the text for each
 */
export function namesOf(known: Known[], more: (one: Known) => string = () => "") {
  const most = 4;
  const names = known.slice(0, most).map((one) => `“${one.name}”${more(one)}`);
  const rest = known.length - names.length;
  return `${names.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
