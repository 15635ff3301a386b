// The budget of the open data: what was asked, what is left, and the ways to carry it over.
import { type KeptAnswer, spentBy } from "../accounts.js";
import { download, h, place } from "../dom.js";
import { closeDialog } from "../routes.js";
import { counted, factorOf, percent, readable, roundSum, tiny } from "../words.js";
import type { Workspace } from "../workspace.js";
import { leftWords, usualCost } from "./budget-words.js";
import { keptLedgers } from "./kept-ledgers.js";
import { toast } from "./toast.js";

type TitleOf = (kept: KeptAnswer) => string;

/** @param told the price of the question in hand, and the title of an answer */
export function budgetDrawer(
  workspace: Workspace,
  { costOf, titleOf }: { costOf: () => number | undefined; titleOf: TitleOf },
) {
  const dialog = place<HTMLDialogElement>("#ledger");
  const title = h("h2", { id: "ledger-title", tabindex: -1, autofocus: true });
  const close = h("button.close", { type: "button", "aria-label": "Close", text: "✕" });
  close.addEventListener("click", closeDialog);
  const main = h("div", { id: "ledger-main" });
  const kept = keptLedgers(workspace);
  dialog.append(h("div.drawer-in", h("div.head", title, close), main));
  let isConfirming = false;

  async function show() {
    const { account } = workspace;
    if (!dialog.open || account === undefined) return;
    await kept.refresh();
    if (account.isSample) {
      title.textContent = "Samples are free";
      main.replaceChildren(...practice(workspace, titleOf), kept.section);
      return;
    }
    title.textContent = `Budget of “${account.name}”`;
    main.replaceChildren(
      standing(workspace, costOf() ?? usualCost),
      history(workspace, titleOf),
      carrying(workspace, show),
      isConfirming ? confirmation() : another(),
      kept.section,
    );
  }

  function another() {
    const button = h("button", { type: "button", id: "another", text: "Start another budget …" });
    button.addEventListener("click", async () => {
      isConfirming = true;
      await show();
      main.querySelector<HTMLElement>("#confirm-title")!.focus();
    });
    return button;
  }

  let failure: string | undefined;
  const fail = (message: string) => {
    failure = message;
    return show();
  };
  const leave = async (focus: string) => {
    isConfirming = false;
    failure = undefined;
    await show();
    dialog.querySelector<HTMLElement>(focus)!.focus();
  };
  const confirmation = () => confirmCard(workspace, { leave, fail, failed: failure });

  workspace.addEventListener("ledger", show);
  return {
    show() {
      isConfirming = false;
      failure = undefined;
      dialog.showModal();
      return show();
    },
    dialog,
  };
}

/** What another budget means, and the tick without which there is none. */
function confirmCard(
  workspace: Workspace,
  {
    leave,
    fail,
    failed,
  }: {
    leave: (focus: string) => Promise<void>;
    fail: (message: string) => unknown;
    failed: string | undefined;
  },
) {
  const read = spentBy([...workspace.account.former, workspace.ledger]);
  const others = h("input", { type: "checkbox", id: "other-people" });
  const start = h("button.danger", { type: "button", text: "Start another", disabled: true });
  const keep = h("button", { type: "button", text: "Keep this one" });
  others.addEventListener("change", () => {
    start.disabled = !others.checked;
  });
  start.addEventListener("click", async () => {
    try {
      const { epsilon, delta } = workspace.ledger.budget;
      await workspace.startLedger({ epsilon, delta: delta ?? 0 }, read);
      await leave("#ledger-title");
    } catch (problem) {
      fail((problem as Error).message);
    }
  });
  keep.addEventListener("click", () => leave("#another"));
  return h(
    "section.confirm",
    { "aria-labelledby": "confirm-title" },
    ...confirmWords(workspace, read.epsilon),
    h("label.check", others, h("span", "These are other people, or I take it that both add up")),
    failed === undefined ? undefined : h("p.error", { role: "alert", text: failed }),
    h("div.buttons", start, keep),
  );
}

function confirmWords({ account, ledger }: Workspace, spent: number) {
  const { name, former } = account;
  const first = (former[0] ?? ledger).budget.epsilon;
  const all = roundSum(spent + ledger.budget.epsilon);
  const given = answersOf(account);
  const were = given === 1 ? "1 answer was" : `${given} answers were`;
  return [
    h("h3", { id: "confirm-title", tabindex: -1, text: `Under “${name}” ${were} given` }),
    h(
      "p",
      "They used ",
      h("b", percent(spent / first)),
      ` of the budget (epsilon ${readable(spent)}) and cannot be taken back. For other people a new budget is right. For the same people both add up, to `,
      h("b", percent(all / first)),
      ` of what you had decided on (epsilon ${readable(all)}): any one person could then change the chance of any set of answers by a factor of ${factorOf(all)}, not ${factorOf(first)}, plus delta.`,
    ),
  ];
}

const answersOf = ({ answers }: Workspace["account"]) => answers.length;

function standing({ ledger, account }: Workspace, cost: number) {
  const { budget, remaining, spent } = ledger;
  const words = leftWords(remaining.epsilon, cost);
  const bar = h("i");
  bar.style.setProperty("--share", `${remaining.epsilon / budget.epsilon}`);
  const aside = spentBy(account.former);
  return h(
    "div",
    h("p.left", words[0]!.toUpperCase() + words.slice(1)),
    h(
      "span.meter",
      { role: "img", "aria-label": `${percent(remaining.epsilon / budget.epsilon)} left` },
      bar,
    ),
    h(
      "p.hint",
      "Every answer tells a little about the people behind it, and it adds up. When the budget is used up, no more answers come.",
    ),
    h(
      "details",
      h("summary", "The numbers behind it"),
      h(
        "dl.pairs",
        h("dt", "epsilon"),
        h(
          "dd",
          `${readable(spent.epsilon)} spent of ${readable(budget.epsilon)}, ${readable(remaining.epsilon)} left`,
        ),
        h("dt", "delta"),
        h("dd", `${tiny(spent.delta)} spent of ${tiny(budget.delta ?? 0)}`),
        ...(account.former.length === 0
          ? []
          : [
              h("dt", "put aside"),
              h(
                "dd",
                `epsilon ${readable(aside.epsilon)}: if it was about the same people, that counts too`,
              ),
            ]),
      ),
    ),
  );
}

function history({ account, ledger }: Workspace, titleOf: TitleOf) {
  const all = account.answers.toReversed();
  const title = all.length === 0 ? "No answers yet" : `${counted(all.length, "answer")} given`;
  const items = all.map((kept) => {
    const { record, released } = kept;
    const name = record.label ?? titleOf(kept);
    return h(
      "li",
      h("b", name),
      h("span", record.label === undefined ? record.mechanism : titleOf(kept)),
      h(
        "span.cost",
        h("span", `${percent(record.epsilon / ledger.budget.epsilon)} of it`),
        h("button.plain", {
          type: "button",
          "aria-label": `Record of ${name}`,
          text: "Record",
          onclick: () => download("record.json", JSON.stringify({ released, record }, null, 2)),
        }),
      ),
    );
  });
  return h(
    "section",
    { "aria-labelledby": "given" },
    h("h3", { id: "given", text: title }),
    h("ul.history", ...items),
  );
}

function carrying(workspace: Workspace, changed: () => void) {
  const { account } = workspace;
  const file = h("input", {
    type: "file",
    accept: ".json",
    hidden: true,
    "aria-label": "Exported budget",
  });
  file.addEventListener("change", async () => {
    try {
      const name = await workspace.accounts.take(await file.files![0]!.text());
      toast(`Imported “${name}”`);
    } catch (error) {
      toast((error as Error).message);
    }
    file.value = "";
    changed();
  });
  const printAll = () => {
    document.body.classList.add("print-all");
    print();
    document.body.classList.remove("print-all");
  };
  const save = async () => {
    const { name, former, answers } = account;
    const all = { data: name, ledger: await account.ledger.toJSON(), former, answers };
    download("budget.json", JSON.stringify(all, null, 2));
    toast("Saved");
  };
  const where = account.isKept
    ? "Kept in this browser under this name, and nowhere else. Clearing the browser's data ends it: export it before."
    : "This browser keeps nothing (a private window, perhaps): the budget ends with this page.";
  return h(
    "div",
    h(
      "div.buttons",
      h("button", { type: "button", text: "Print all answers", onclick: printAll }),
      h("button", { type: "button", text: "Export", onclick: save }),
      h("button", { type: "button", text: "Import", onclick: () => file.click() }),
      file,
    ),
    h("p.hint", where),
  );
}

const practice = (workspace: Workspace, titleOf: TitleOf) => [
  h(
    "p",
    "Everybody has these data, so asking them costs nothing of your budgets. This list counts along.",
  ),
  history(workspace, titleOf),
];
