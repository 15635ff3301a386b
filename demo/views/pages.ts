// The states of the page by their addresses: which view is shown, over which data, with which dialog.
import { budgetBar } from "../parts/budget-bar.js";
import { budgetDrawer } from "../parts/budget-drawer.js";
import { Exactness } from "../parts/exactness.js";
import { sealDialog } from "../parts/seal-dialog.js";
import { showSteps } from "../parts/stepper.js";
import { makeQuestions } from "../questions/all.js";
import { closeDialog, go, hashOf, type Route, replace, routeOf } from "../routes.js";
import { samples } from "../samples.js";
import { readable } from "../words.js";
import type { Workspace } from "../workspace.js";
import { askView } from "./ask.js";
import type { dataView } from "./data.js";
import { announce, fail, showView } from "./frame.js";
import { planView } from "./plan.js";
import { QuestionView } from "./question.js";
import { ReadView } from "./read.js";

/** Questions that only one of the samples can be asked. */
const sampleFor: Record<string, string> = { threshold: "penguins", predict: "penguins" };

export class Pages {
  readonly #workspace: Workspace;
  readonly #texts: Map<string, string>;
  readonly #question: QuestionView;
  readonly #ask: ReturnType<typeof askView>;
  readonly #data: ReturnType<typeof dataView>;
  readonly #plan: ReturnType<typeof planView>;
  readonly #read: ReadView;
  readonly #bar: ReturnType<typeof budgetBar>;
  readonly #drawer: ReturnType<typeof budgetDrawer>;
  readonly #seal: ReturnType<typeof sealDialog>;
  #cost: number | undefined;
  /** how many times a sample was opened */
  #openings = 0;

  /** @param texts the samples' CSVs by key */
  constructor(
    workspace: Workspace,
    {
      texts,
      leastRecords,
      data,
    }: { texts: Map<string, string>; leastRecords: string; data: ReturnType<typeof dataView> },
  ) {
    this.#workspace = workspace;
    this.#texts = texts;
    const exact = new Exactness();
    this.#bar = budgetBar(workspace);
    this.#question = new QuestionView(workspace, makeQuestions({ workspace, exact }), {
      exact,
      priced: (cost) => {
        this.#cost = cost;
        this.#bar.ofCost(cost);
      },
    });
    this.#ask = askView(workspace, (id) => this.#nameOf(id));
    this.#plan = planView(workspace, leastRecords);
    this.#read = new ReadView(workspace, { used: () => go("#/ask"), left: () => go("#/data") });
    this.#data = data;
    this.#drawer = budgetDrawer(workspace, {
      costOf: () => this.#cost,
      titleOf: (kept) => this.#question.titleOf(kept),
    });
    this.#seal = sealDialog(workspace.store);
    for (const { dialog } of [this.#drawer, this.#seal]) {
      dialog.addEventListener("close", closeDialog);
      dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    }
  }

  /** A file that was chosen: how it is read is the next state. */
  async open(file: File) {
    fail(undefined);
    try {
      await this.#read.open(file);
      if (location.hash === "#/data/read") await this.show();
      else go("#/data/read");
    } catch (error) {
      fail((error as Error).message);
    }
  }

  /** Shows the state of the address. */
  async show() {
    const here = location.hash;
    const route = routeOf(here);
    if (route.sample !== null) return this.#openSample(route);
    const isAsked = route.step === "ask" || route.step === "answer";
    if (isAsked && route.id !== "plan" && this.#workspace.dataset === undefined) {
      if (await this.#showKept(route)) return;
      return this.#openLast(route);
    }
    const view = this.#viewOf(route);
    if (view === undefined) return;
    showView(view);
    if (view !== "panes") this.#question.hide();
    if (view === "data") {
      await this.#data.show();
      if (location.hash !== here) return; // the visitor is elsewhere, which shows itself
    }
    if (view === "ask") this.#ask.show();
    if (view === "plan") this.#plan.show();
    if (view === "panes") {
      const { name, isSample } = this.#workspace.account;
      history.replaceState(isSample ? null : { name }, "");
      this.#question.show(route.id!, route.step as "ask" | "answer");
    }
    this.#showSteps(view, route);
    this.#bar.reveal(isAsked && view !== "plan");
    this.#showDialogs(route);
    announce(route);
  }

  #nameOf(id: string) {
    return id === "plan" ? "Plan" : this.#question.nameOf(id);
  }

  #viewOf({ step, id }: Route) {
    if (step === "") return "why";
    if (step === "data") {
      if (id !== "read") return "data";
      if (this.#read.file !== undefined) return "read";
      replace("#/data");
      return undefined;
    }
    if (id === "plan") return "plan";
    if (step !== "ask" && step !== "answer") return "why";
    if (!this.#question.has(id)) return "ask";
    if (step === "ask" || this.#question.kept(id!) !== undefined) return "panes";
    replace(`#/ask/${id}`);
    return undefined;
  }

  async #openSample({ step, id, sample: key, open }: Route) {
    const here = location.hash;
    const sample = samples.find((one) => one.key === key);
    if (sample !== undefined && this.#workspace.dataset?.sample !== sample) {
      const about = { name: sample.name, sample, person: null };
      const mine = ++this.#openings;
      try {
        await this.#workspace.openText(this.#texts.get(sample.key)!, about);
      } catch (error) {
        // A later reading ends this one: the visitor wants other data by now.
        if (mine === this.#openings && location.hash === here) fail((error as Error).message);
        return;
      }
      if (location.hash !== here) return; // the visitor is elsewhere, which shows itself
    }
    replace(hashOf({ step, id, open }));
  }

  /** After a reload the data are gone, but their budget has kept the answer. */
  async #showKept({ step, id, open }: Route) {
    const { name } = (history.state ?? {}) as { name?: string };
    if (name === undefined) return false;
    const here = location.hash;
    const account = (await this.#workspace.accounts.known()).find((one) => one.name === name);
    if (location.hash !== here) return true; // the visitor is elsewhere, which shows itself
    const kept = account?.answers.findLast(({ question }) => question === id);
    if (step !== "answer" || kept === undefined || !this.#question.has(id)) {
      replace("#/data");
      return true;
    }
    showView("panes");
    this.#question.showKept(kept, name);
    showSteps(2, [name, ...this.#question.sumOf(kept)], ["#/data", "#/data", undefined]);
    const shown = { step, id, open: open === "sealed" ? open : null };
    this.#showDialogs(shown);
    announce(shown);
    return true;
  }

  /** Nothing is open yet: a question is then about a sample. */
  #openLast({ step, id, open }: Route) {
    const sample = sampleFor[id ?? ""] ?? "flights";
    return this.#openSample({ step, id, open, sample });
  }

  #showSteps(view: string, { step, id }: Route) {
    const { dataset } = this.#workspace;
    const ofPlan = dataset === undefined ? undefined : 1;
    const at = { data: 0, read: 0, ask: 1, plan: ofPlan, panes: step === "answer" ? 2 : 1 }[view];
    const ones = dataset?.sample?.ones ?? "people";
    const data =
      view === "read"
        ? this.#read.file!.name
        : at === 0 || dataset === undefined
          ? ""
          : `${dataset.name}, ${readable(dataset.people)} ${ones}`;
    const [title, value] = at === 2 ? this.#question.sumOf(this.#question.kept(id!)!) : ["", ""];
    const question = at === 2 ? title : ["panes", "plan"].includes(view) ? this.#nameOf(id!) : "";
    const back = at === 2 ? `#/ask/${id}` : "#/ask";
    showSteps(at, [data, question, value], ["#/data", back, undefined]);
  }

  #showDialogs({ open }: Pick<Route, "open">) {
    const dialogs = { ledger: this.#drawer, sealed: this.#seal };
    for (const [name, one] of Object.entries(dialogs)) {
      if (open === name && !one.dialog.open) one.show();
      if (open !== name && one.dialog.open) one.dialog.close();
    }
  }
}
