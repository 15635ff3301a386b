// One question and its answer, beside each other where there is room.
import type { KeptAnswer } from "../accounts.js";
import { h, icon, lastOnly, place } from "../dom.js";
import { BudgetExceeded, type Progress } from "../engine.js";
import { answerCard } from "../parts/answer-card.js";
import type { Exactness } from "../parts/exactness.js";
import { ownPicture } from "../parts/own-picture.js";
import { promise, QuestionForm } from "../parts/question-form.js";
import type { Asking, Shown } from "../questions/asking.js";
import { go, routeOf } from "../routes.js";
import type { Workspace } from "../workspace.js";

export class QuestionView {
  readonly refresh = lastOnly(() => this.#refresh());
  readonly #workspace: Workspace;
  readonly #askings: Map<string, Asking>;
  readonly #exact: Exactness;
  readonly #form: QuestionForm;
  readonly #view = place("#panes");
  readonly #answer = h("div", { id: "answer" });
  readonly #own = h("div", { id: "private" });
  readonly #stops: Map<string, number> = new Map();
  readonly #priced: (cost: number | undefined) => void;
  #asking: Asking | undefined;
  #running: AbortController | undefined;
  #picture: ReturnType<typeof ownPicture> | undefined;

  /** @param priced called with the price of the question in hand */
  constructor(
    workspace: Workspace,
    askings: Asking[],
    { exact, priced }: { exact: Exactness; priced: (cost: number | undefined) => void },
  ) {
    this.#workspace = workspace;
    this.#askings = new Map(askings.map((asking) => [asking.id, asking]));
    this.#exact = exact;
    this.#priced = priced;
    this.#form = new QuestionForm(workspace, exact);
    this.#view.append(
      h("section.pane.ask-pane", { "aria-labelledby": "q-title" }, this.#form.node),
      h(
        "div.pane.answer-pane",
        { id: "answer-pane", "aria-live": "polite" },
        this.#answer,
        this.#own,
      ),
    );
    this.#form.node.addEventListener("input", () => {
      this.#stops.set(this.#asking!.id, exact.stop);
      this.#form.forget();
      this.refresh();
    });
    this.#form.node.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.#running === undefined) this.#draw();
      else this.#running.abort();
    });
    workspace.addEventListener("data", () => {
      for (const asking of askings) asking.fill();
      this.#asking = undefined;
    });
    workspace.addEventListener("ledger", () => this.refresh());
  }

  has(id: string | undefined) {
    return id !== undefined && this.#askings.has(id);
  }

  /** The words of a question for its step. */
  nameOf(id: string) {
    return this.#askings.get(id)!.name;
  }

  /** The last answer of a question about the open data. */
  kept(id: string): KeptAnswer | undefined {
    return this.#workspace.account?.answers.findLast(({ question }) => question === id);
  }

  /** An answer in the words of its question. */
  titleOf(kept: KeptAnswer) {
    const asking = this.#askings.get(kept.question);
    return asking === undefined ? kept.record.mechanism : shownOf(asking, kept).title;
  }

  /** An answer in words: its title, and its value. */
  sumOf(kept: KeptAnswer): [string, string] {
    const { title, value, values, of } = shownOf(this.#askings.get(kept.question)!, kept);
    return [title, value ?? values?.map(([, one]) => one).join(", ") ?? of.split(".")[0]!];
  }

  /** @param at whether its answer is asked for */
  show(id: string, at: "ask" | "answer") {
    const asking = this.#askings.get(id)!;
    const cannot = asking.cannot?.(this.#workspace.dataset);
    const isOther = this.#asking !== asking;
    this.#asking = asking;
    this.#view.dataset.at = at;
    if (isOther) this.#exact.stop = this.#stops.get(id) ?? asking.stop;
    this.#form.begin(asking, at === "ask", cannot);
    this.#showAnswer(at === "answer" ? this.kept(id) : undefined, cannot !== undefined);
    this.refresh();
  }

  /** An answer of people whose data are not open, as their budget kept it. */
  showKept(kept: KeptAnswer, name: string) {
    this.#view.dataset.at = "kept";
    const card = answerCard(shownOf(this.#askings.get(kept.question)!, kept), kept, name);
    card
      .querySelector(".again")
      ?.replaceChildren(h("a", { href: "#/data", text: "Open the file again to ask more" }));
    this.#answer.replaceChildren(card);
    this.#own.replaceChildren();
  }

  hide() {
    this.#asking = undefined;
    this.#priced(undefined);
  }

  #showAnswer(kept: KeptAnswer | undefined, isEmpty: boolean) {
    const asking = this.#asking!;
    const { name } = this.#workspace.account;
    if (kept === undefined) this.#answer.replaceChildren(nothingYet(isEmpty));
    else {
      this.#answer.replaceChildren(answerCard(shownOf(asking, kept), kept, name));
    }
    if (isEmpty) return this.#own.replaceChildren();
    this.#picture = ownPicture(() => asking.own(kept?.released));
    this.#own.replaceChildren(this.#picture.node);
  }

  async #refresh() {
    const asking = this.#asking;
    if (asking === undefined || asking.cannot?.(this.#workspace.dataset) !== undefined) return;
    const state: Parameters<QuestionForm["show"]>[0] = {
      cost: { epsilon: this.#exact.value, delta: 0 },
    };
    try {
      state.expected = await asking.expect();
    } catch (error) {
      state.cannot = (error as Error).message;
    }
    if (asking !== this.#asking) return;
    state.cost = asking.cost();
    if (this.#running === undefined) this.#form.show(state);
    this.#priced(state.cost.epsilon);
    const said = this.#answer.querySelector("#promise span");
    if (said !== null) said.textContent = promise(state.cost);
    await this.#picture?.refresh();
  }

  async #draw() {
    const asking = this.#asking!;
    const running = new AbortController();
    this.#running = running;
    this.#form.forget();
    this.#form.drawing(true);
    const { note } = this.#form;
    const onProgress = ({ stage }: Progress) => this.#form.reach(stage);
    const extras = { signal: running.signal, note, onProgress };
    let failure: string | undefined;
    try {
      await this.#workspace.release(asking.id, (ledger) => asking.draw({ ...extras, ledger }));
    } catch (error) {
      failure = failureWords(error, running.signal.aborted);
    }
    this.#running = undefined;
    this.#form.drawing(false);
    this.#workspace.changed();
    if (failure !== undefined) {
      await this.#refresh();
      return this.#form.tell(failure);
    }
    const isHere = this.#asking === asking && routeOf(location.hash).id === asking.id;
    if (!isHere) return; // the visitor has left, perhaps a moment ago: the page hears of an address later
    if (location.hash === `#/answer/${asking.id}`) this.show(asking.id, "answer");
    else go(`#/answer/${asking.id}`);
  }
}

/** An answer that an earlier page has kept may have another form: then it is shown as it is. */
function shownOf(asking: Asking, { released, record }: KeptAnswer): Shown {
  try {
    return asking.show(released, record);
  } catch {
    const full = JSON.stringify(released);
    return { title: record.label ?? asking.name, of: full, full, rows: [["answer"], [full]] };
  }
}

function failureWords(error: unknown, isCancelled: boolean) {
  if (isCancelled) return "Cancelled. An earlier charge stands, because the draw may have run.";
  if (error instanceof BudgetExceeded) {
    return "More than is left. Nothing was drawn and nothing was spent.";
  }
  return (error as Error).message;
}

function nothingYet(isEmpty: boolean) {
  return h(
    "div.answer.empty",
    h(
      "p",
      h("b", "Nothing is released yet. "),
      "What leaves this page will stand here, and nothing else does.",
    ),
    h("div", { "aria-hidden": "true" }, h("div.ghost"), h("div.ghost"), h("div.ghost.line")),
    !isEmpty && h("div.says", h("p", { id: "promise" }, icon("seal"), h("span"))),
  );
}
