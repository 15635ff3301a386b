// One question: its controls, what left the page, and what stays. The tabs fill it in.

import type { KeptAnswer } from "../accounts.js";
import { download, h, icon, lastOnly } from "../dom.js";
import { BudgetExceeded, type Progress, type ReleaseRecord, type RemoteLedger } from "../engine.js";
import { howFarOff, readable, tiny } from "../words.js";
import type { Dataset, Workspace } from "../workspace.js";
import { field } from "./controls.js";
import { wordsOf } from "./release-sheet.js";

/** The panel's arguments for a draw. */
export interface Extras {
  ledger: RemoteLedger;
  signal: AbortSignal;
  tell: (...nodes: (Node | string)[]) => void;
  onProgress: (progress: Progress) => void;
  note: { label?: string };
}

export interface Parts<Mark> {
  workspace: Workspace;
  id: string;
  title: string;
  /** the question in a sentence */
  lead: string;
  controls: Node[];
  /** the word that spends */
  button: string;
  cost: () => { epsilon: number; delta: number };
  /** the accuracy, from public parameters; undefined if these data cannot answer the question */
  forecast: () => Promise<string | undefined>;
  /** the raw data with the released answer in it */
  picture: (released: Mark | undefined) => Promise<Node[]>;
  release: (extras: Extras) => Promise<Released<Mark>>;
}

export interface Released<Mark = unknown> {
  /** the answer itself */
  shown: Node[];
  record: ReleaseRecord;
  /** all that leaves, as plain data */
  plain: object;
  /** the data for the picture */
  mark?: Mark;
}

/** Messages of the worker during a draw. */
const stages: Record<string, string> = {
  sent: "Handing the data to the sealed thread…",
  received: "Checking the question…",
  charged: "Charged. Drawing…",
  computing: "Drawing…",
};

export function questionPanel<Mark>(parts: Parts<Mark>) {
  const { workspace, id, title, lead, controls, button } = parts;
  const expected = h("p.expected", { "aria-live": "polite" });
  const price = h("p.hint.price");
  const label = h("input", {
    type: "text",
    maxlength: 200,
    placeholder: "such as: quarterly report",
  });
  const submit = h("button.primary", { type: "submit", text: button });
  const cancel = h("button", { type: "button", text: "Cancel", hidden: true });
  const form = h(
    "form.card.ask",
    { "aria-labelledby": `${id}-title` },
    h("h2", { id: `${id}-title`, text: title }),
    h("p.hint", lead),
    ...controls,
    field("Call the answer", label),
    expected,
    h("div.buttons", submit, cancel),
    price,
  );
  const answer = h("div.answer", { role: "status", "aria-live": "polite" });
  const mark = h("p.earlier", { role: "status", hidden: true });
  const figures = h("div.figures");
  const panel = h(
    "div.question",
    form,
    h(
      "section.card.leaves",
      { "aria-labelledby": `${id}-leaves` },
      h("h3", { id: `${id}-leaves` }, icon("leaves"), "What leaves this page"),
      mark,
      answer,
    ),
    h(
      "section.card.stays",
      { "aria-labelledby": `${id}-stays` },
      h("h3", { id: `${id}-stays` }, icon("stays"), "What stays here"),
      h("p.never", "The raw data, only for you. Never share these pictures: they are not private."),
      figures,
    ),
  );

  let released: Released<Mark> | undefined;
  /** The data of the answer on the screen, if any. */
  let answered: { dataset: Dataset; name: string } | undefined;
  let running: AbortController | undefined;
  let canBeAsked = false;
  let drawings = 0;

  function lock() {
    submit.disabled = !canBeAsked || running !== undefined || workspace.reading !== undefined;
  }

  const refresh = lastOnly(async () => {
    if (panel.hidden || workspace.dataset === undefined) return;
    let text: string | undefined;
    let cannot = "These data have no column for this question.";
    try {
      text = await parts.forecast();
    } catch (error) {
      cannot = (error as Error).message;
    }
    canBeAsked = text !== undefined;
    lock();
    expected.replaceChildren(h("b", "What to expect: "), text ?? cannot);
    tellPrice();
    if (text !== undefined) await drawPicture();
    else figures.replaceChildren();
  });

  /** The last of several concurrent drawings stays. */
  async function drawPicture() {
    const number = ++drawings;
    const nodes = await parts
      .picture(released?.mark)
      .catch((error) => [h("p.hint", error.message)]);
    if (number === drawings) figures.replaceChildren(...nodes);
  }

  function tellPrice() {
    if (workspace.reading !== undefined) {
      price.textContent = `“${workspace.reading}” is being read. Questions can be asked when it is open.`;
      price.classList.remove("short");
      return;
    }
    const { epsilon, delta } = parts.cost();
    const { remaining } = workspace.ledger;
    const spends = `Only this button spends: epsilon ${readable(epsilon)}${delta > 0 ? ` and delta ${tiny(delta)}` : ""}.`;
    const enough = epsilon <= remaining.epsilon && delta <= remaining.delta;
    price.textContent = enough
      ? `${spends} Sliders cost nothing.`
      : `${spends} More than remains (epsilon ${readable(remaining.epsilon, 3)}${delta > remaining.delta ? `, delta ${tiny(remaining.delta)}` : ""}): the ledger will reject it.`;
    price.classList.toggle("short", !enough);
  }

  /** The name of the answer, in its record and in the ledger. */
  const noteOf = () => (label.value.trim() === "" ? {} : { label: label.value.trim() });

  /** Other data are open: shows the last answer about them, if any, and no answer about the data before. */
  function showKept() {
    const { dataset, account } = workspace;
    const kept = account.answers.findLast(({ question }) => question === id);
    const before =
      answered === undefined || answered.dataset === dataset ? undefined : answered.name;
    released = undefined;
    canBeAsked = false; // until the forecast
    lock();
    answered = kept && { dataset, name: account.name };
    answer.replaceChildren(...(kept ? leavingAgain(kept) : [nothingYet(before)]));
  }

  function leavingAgain({ released: plain, record }: KeptAnswer) {
    const shown = [h("pre.again", { tabindex: 0, text: wordsOf(plain) })];
    const { name, isSample } = workspace.account;
    const about = isSample ? "" : ", about the data that were open then";
    const note = `The last answer under “${name}”${about}. It was kept with the ledger; nothing was drawn again.`;
    return leaving({ shown, record, plain }, note);
  }

  /** Marks an answer as one about the data before, while others are being read. */
  function tellWhose() {
    mark.hidden = answered === undefined || workspace.reading === undefined;
    mark.textContent = mark.hidden
      ? ""
      : `This is about “${answered?.name}” as it was opened before, not about the data that are being read.`;
  }

  async function release({ note }: { note?: string } = {}) {
    running = new AbortController();
    answered = { dataset: workspace.dataset, name: workspace.account.name };
    tellWhose();
    lock();
    cancel.hidden = false;
    answer.setAttribute("aria-busy", "true");
    const progress = h("div.hint.working", "Drawing…");
    answer.replaceChildren(progress);
    try {
      const { signal } = running;
      const tell = (...nodes: (Node | string)[]) => progress.replaceChildren(...nodes);
      const onProgress = ({ stage }: Progress) => tell(stages[stage] ?? "Drawing…");
      released = await workspace.release(id, (ledger) =>
        parts.release({ ledger, signal, tell, onProgress, note: noteOf() }),
      );
      answer.replaceChildren(...leaving(released, note));
    } catch (error) {
      answer.replaceChildren(failure(error, running.signal));
    }
    running = undefined;
    cancel.hidden = true;
    lock();
    answer.removeAttribute("aria-busy");
    workspace.changed();
    await drawPicture();
  }

  function leaving({ shown, record, plain }: Released, note?: string): Node[] {
    const { epsilon, delta } = record;
    const text = JSON.stringify({ released: plain, record }, null, 2);
    return [
      note === undefined ? undefined : h("p.hint", note),
      ...shown,
      h("p.guarantee", record.guarantee),
      h("p", howFarOff(record.accuracy)),
      h(
        "p.hint",
        `Spent: epsilon ${readable(epsilon)}${delta > 0 ? `, delta ${tiny(delta)}` : ""}. Only this leaves the page.`,
      ),
      h(
        "div.buttons",
        h(
          "button",
          { type: "button", onclick: () => download(`${id}.json`, text) },
          icon("download"),
          "Download answer and record",
        ),
      ),
      h(
        "details",
        h("summary", "All that leaves, letter by letter"),
        h("pre", { tabindex: 0, text }),
      ),
    ].filter((node) => node !== undefined);
  }

  function failure(error: unknown, signal: AbortSignal) {
    if (signal.aborted) {
      return h("p", "Cancelled. An earlier charge stands, because the draw may have run.");
    }
    if (!(error instanceof BudgetExceeded))
      return h("p.error", { role: "alert", text: (error as Error).message });
    const { remaining } = workspace.ledger;
    return h(
      "div.refused",
      { role: "alert" },
      h("p", h("b", "The ledger rejects this question. "), "It spent nothing."),
      h(
        "p",
        `The budget for these data has epsilon ${readable(remaining.epsilon, 3)} and delta ${tiny(remaining.delta)} left, less than this question costs. Every answer reveals a little about the people behind it, and these losses add up; the budget is the limit that you chose.`,
      ),
      h(
        "p.hint",
        "Choose a smaller epsilon, or stop here. The Ledger tab lists the loss of each answer.",
      ),
    );
  }

  form.addEventListener("input", refresh);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    release();
  });
  cancel.addEventListener("click", () => running?.abort());
  workspace.addEventListener("ledger", () => {
    if (!panel.hidden) tellPrice();
  });
  workspace.addEventListener("reading", () => {
    lock();
    tellWhose();
    if (workspace.account !== undefined) tellPrice();
  });
  new ResizeObserver(refresh).observe(figures);
  return { panel, refresh, release, showKept };
}

/** @param before the name of the data of the previous answer */
function nothingYet(before?: string) {
  const kept =
    before === undefined ? "" : ` The answers about “${before}” are kept with its ledger.`;
  return h("p.hint", `Nothing yet. The answer will appear here, with its guarantee.${kept}`);
}
