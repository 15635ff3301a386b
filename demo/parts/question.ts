// One question: its controls, what left the page, and what stays. The tabs fill it in.

import type { Loss } from "../accounts.js";
import { h, lastOnly } from "../dom.js";
import type { Progress, RemoteLedger } from "../engine.js";
import type { Dataset, Workspace } from "../workspace.js";
import {
  failure,
  leaving,
  leavingAgain,
  nothingYet,
  priceInWords,
  type Released,
} from "./answer-words.js";
import { type FormParts, leavesCard, questionForm, staysCard } from "./question-cards.js";

/** The panel's arguments for a draw. */
export interface Extras {
  ledger: RemoteLedger;
  signal: AbortSignal;
  tell: (...nodes: (Node | string)[]) => void;
  onProgress: (progress: Progress) => void;
  note: { label?: string };
}

export interface Parts<Mark> extends FormParts {
  workspace: Workspace;
  cost: () => Loss;
  /** the accuracy, from public parameters; undefined if these data cannot answer the question */
  forecast: () => Promise<string | undefined>;
  /** the raw data with the released answer in it */
  picture: (released: Mark | undefined) => Promise<Node[]>;
  release: (extras: Extras) => Promise<Released<Mark>>;
}

/** Messages of the worker during a draw. */
const stages: Record<string, string> = {
  sent: "Handing the data to the sealed thread…",
  received: "Checking the question…",
  charged: "Charged. Drawing…",
  computing: "Drawing…",
};

class Question<Mark> {
  readonly panel: HTMLElement;
  readonly refresh = lastOnly(() => this.#refresh());
  readonly #parts: Parts<Mark>;
  readonly #form: ReturnType<typeof questionForm>;
  readonly #leaves: ReturnType<typeof leavesCard>;
  readonly #figures: HTMLElement;
  #released: Released<Mark> | undefined;
  /** The data of the answer on the screen, if any. */
  #answered: { dataset: Dataset; name: string } | undefined;
  #running: AbortController | undefined;
  #canBeAsked = false;
  #drawings = 0;

  constructor(parts: Parts<Mark>) {
    this.#parts = parts;
    this.#form = questionForm(parts);
    this.#leaves = leavesCard(parts.id);
    const { card, figures } = staysCard(parts.id);
    this.#figures = figures;
    this.panel = h("div.question", this.#form.form, this.#leaves.card, card);
    this.#listen();
    new ResizeObserver(this.refresh).observe(figures);
  }

  /** Other data are open: shows the last answer about them, if any, and no answer about the data before. */
  showKept() {
    const { id, workspace } = this.#parts;
    const { dataset, account } = workspace;
    const kept = account.answers.findLast(({ question }) => question === id);
    const answered = this.#answered;
    const before =
      answered === undefined || answered.dataset === dataset ? undefined : answered.name;
    this.#released = undefined;
    this.#canBeAsked = false; // until the forecast
    this.#lock();
    this.#answered = kept && { dataset, name: account.name };
    this.#leaves.answer.replaceChildren(
      ...(kept ? leavingAgain(id, kept, account) : [nothingYet(before)]),
    );
  }

  /** @param note a sentence before the answer */
  async release({ note }: { note?: string } = {}) {
    const { id, workspace } = this.#parts;
    const { answer } = this.#leaves;
    const running = new AbortController();
    this.#begin(running);
    const progress = h("div.hint.working", "Drawing…");
    answer.replaceChildren(progress);
    try {
      const { signal } = running;
      const tell = (...nodes: (Node | string)[]) => progress.replaceChildren(...nodes);
      const onProgress = ({ stage }: Progress) => tell(stages[stage] ?? "Drawing…");
      this.#released = await workspace.release(id, (ledger) =>
        this.#parts.release({ ledger, signal, tell, onProgress, note: this.#note() }),
      );
      answer.replaceChildren(...leaving(id, this.#released, note));
    } catch (error) {
      answer.replaceChildren(failure(error, running.signal.aborted, workspace));
    }
    this.#end();
    workspace.changed();
    await this.#drawPicture();
  }

  #begin(running: AbortController) {
    const { dataset, account } = this.#parts.workspace;
    this.#running = running;
    this.#answered = { dataset, name: account.name };
    this.#lock();
    this.#form.cancel.hidden = false;
    this.#leaves.answer.setAttribute("aria-busy", "true");
  }

  #end() {
    this.#running = undefined;
    this.#form.cancel.hidden = true;
    this.#lock();
    this.#leaves.answer.removeAttribute("aria-busy");
  }

  async #refresh() {
    const { workspace, forecast } = this.#parts;
    if (this.panel.hidden || workspace.dataset === undefined) return;
    let text: string | undefined;
    let cannot = "These data have no column for this question.";
    try {
      text = await forecast();
    } catch (error) {
      cannot = (error as Error).message;
    }
    this.#canBeAsked = text !== undefined;
    this.#lock();
    this.#form.expected.replaceChildren(h("b", "What to expect: "), text ?? cannot);
    this.#tellPrice();
    if (text !== undefined) await this.#drawPicture();
    else this.#figures.replaceChildren();
  }

  /** The last of several concurrent drawings stays. */
  async #drawPicture() {
    const number = ++this.#drawings;
    const nodes = await this.#parts
      .picture(this.#released?.mark)
      .catch((error) => [h("p.hint", error.message)]);
    if (number === this.#drawings) this.#figures.replaceChildren(...nodes);
  }

  #tellPrice() {
    const { workspace, cost } = this.#parts;
    const { price } = this.#form;
    const { text, isShort } = priceInWords(cost(), workspace.ledger.remaining);
    price.textContent = text;
    price.classList.toggle("short", isShort);
  }

  #lock() {
    this.#form.submit.disabled = !this.#canBeAsked || this.#running !== undefined;
  }

  /** The name of the answer, in its record and in the ledger. */
  #note() {
    const label = this.#form.label.value.trim();
    return label === "" ? {} : { label };
  }

  #listen() {
    const { workspace } = this.#parts;
    const { form, cancel } = this.#form;
    form.addEventListener("input", this.refresh);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.release();
    });
    cancel.addEventListener("click", () => this.#running?.abort());
    workspace.addEventListener("ledger", () => {
      if (!this.panel.hidden) this.#tellPrice();
    });
  }
}

export function questionPanel<Mark>(parts: Parts<Mark>) {
  const question = new Question(parts);
  return {
    panel: question.panel,
    refresh: question.refresh,
    release: (how?: { note?: string }) => question.release(how),
    showKept: () => question.showKept(),
  };
}
