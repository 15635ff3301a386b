// The states before any data: why, and which data. Everything else is loaded when a visitor opens a file or a
// sample, and the page is sealed before it reads any of them.
import type { Accounts } from "../accounts.js";
import { icon, place } from "../dom.js";
import { fetchNeeds } from "../needs.js";
import { showSteps } from "../parts/stepper.js";
import { go, openDialog, routeOf } from "../routes.js";
import { dataView } from "./data.js";
import { announce, fail, showView } from "./frame.js";
import type { Pages } from "./pages.js";
import { whyView } from "./why.js";

/** The code of all further states. */
const loadStates = () => import("../everything.js");

export class Start {
  readonly #accounts: Accounts;
  readonly #data: ReturnType<typeof dataView>;
  readonly #sealed = place<HTMLButtonElement>("#open-sealed");
  #loading: Promise<Pages | undefined> | undefined;
  #pages: Pages | undefined;

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
    this.#data = dataView(accounts, {
      begin: () => this.#load(),
      open: async (file) => (await this.#load())?.open(file),
    });
    whyView(() => {
      go("#/data");
      this.#data.choose();
    });
    this.#sealed.addEventListener("click", () => openDialog("sealed"));
    this.#tellSeal("Not sealed yet");
    addEventListener("hashchange", () => this.show());
    place(".skip").addEventListener("click", (event) => {
      event.preventDefault();
      place("#main").focus();
    });
  }

  /** Shows the state of the address. */
  async show() {
    const here = location.hash;
    const route = routeOf(here);
    const isLight = !["ask", "answer"].includes(route.step) && route.open === null;
    if (this.#pages === undefined && isLight) {
      const view = route.step === "data" ? "data" : "why";
      showView(view);
      if (view === "data") {
        loadStates().catch(() => {}); // a visitor who stays here needs them soon
        await this.#data.show();
        if (location.hash !== here) return; // the visitor is elsewhere, which shows itself
      }
      showSteps(view === "data" ? 0 : undefined, [], []);
      return announce(route);
    }
    await (await this.#load())?.show();
  }

  /** What answers need, and the seal. After a failure, the next visit of a state tries again. */
  #load() {
    this.#loading ??= this.#loadNow();
    return this.#loading;
  }

  async #loadNow() {
    fail(undefined);
    const wait = place("#page-wait");
    wait.hidden = false;
    this.#tellSeal("Sealing …");
    this.#sealed.disabled = true;
    try {
      const needs = fetchNeeds(); // beside the code, and not after it
      needs.catch(() => {}); // told below
      const { loadEverything } = await loadStates();
      this.#pages = await loadEverything({ accounts: this.#accounts, data: this.#data, needs });
      this.#tellSeal("Sealed");
    } catch (error) {
      this.#loading = undefined;
      this.#tellSeal("Not sealed yet");
      fail(`The page could not load what answers need: ${(error as Error).message}`);
    }
    this.#sealed.disabled = false;
    wait.hidden = true;
    return this.#pages;
  }

  #tellSeal(words: string) {
    const isSealed = words === "Sealed";
    this.#sealed.classList.toggle("is-sealed", isSealed);
    this.#sealed.replaceChildren(icon(isSealed ? "seal" : "shield"), words);
    this.#sealed.setAttribute("aria-label", `${words}: what it means and how to check it`);
  }
}
