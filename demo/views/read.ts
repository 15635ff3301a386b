// How to read a file: its owner decides, and sees what cannot be read before anything is opened.
import { proxy } from "comlink";
import type { HowFile, WhatIsRead } from "../data/data-worker.js";
import type { FirstLook } from "../data/first-rows.js";
import type { Kinds } from "../data/read-as.js";
import { h, lastOnly, place } from "../dom.js";
import { shorten } from "../words.js";
import type { Dataset, Workspace } from "../workspace.js";
import { ColumnsCard } from "./columns-card.js";
import { FileCard } from "./file-card.js";
import { PeopleFields } from "./people-fields.js";
import { ReadBar } from "./read-bar.js";

/** A choice often comes after another: the page counts when none has come for so many milliseconds. */
const patience = 250;

/** A reading, by what it was asked for. */
type Result = { key: string; read: WhatIsRead };

/** What is missing, and where it is said. */
type Missing = { words: string; go: () => void };

export class ReadView {
  readonly #workspace: Workspace;
  readonly #view = place("#read");
  readonly #title = h("h1", { id: "read-title", tabindex: -1 });
  readonly #card: FileCard;
  readonly #columns: ColumnsCard;
  readonly #people: PeopleFields;
  readonly #bar: ReadBar;
  readonly #refresh = lastOnly(() => this.#show());
  readonly #done: { used: () => void; left: () => void };
  #file: File | undefined;
  #look: FirstLook | undefined;
  #result: Result | undefined;
  /** what the data worker is reading now */
  #running: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** whether to use the data when they are read */
  #isWanted = false;

  /** @param done called when the data are open, and when their owner leaves without them */
  constructor(workspace: Workspace, done: { used: () => void; left: () => void }) {
    this.#workspace = workspace;
    this.#done = done;
    this.#card = new FileCard(() => this.#lookAgain({}));
    this.#columns = new ColumnsCard(() => workspace.store.suggest());
    this.#people = new PeopleFields(workspace.accounts);
    this.#bar = new ReadBar({
      stop: () => this.#stop(),
      leave: () => this.#leave(),
    });
    const form = h(
      "form",
      { novalidate: true, "aria-labelledby": "read-title" },
      this.#card.node,
      this.#columns.node,
      this.#people.node,
      this.#bar.node,
    );
    this.#columns.node.addEventListener("input", this.#refresh);
    this.#people.node.addEventListener("input", this.#refresh);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#use();
    });
    const hint = "You decide. Nothing of the file is read in a way that you have not chosen.";
    this.#view.replaceChildren(h("div.title", this.#title, h("p.hint", hint)), form);
  }

  /** the one that is asked about */
  get file() {
    return this.#file;
  }

  /**
   * Shows the choices for a file.
   * @param before how it was read before
   * @throws {Error} if it is no table
   */
  async open(file: File, before?: Dataset) {
    this.#stop();
    this.#look = undefined;
    this.#result = undefined;
    const { delimiter: separator, ...how } = before?.how ?? {};
    this.#card.begin({ ...how, separator } as Parameters<FileCard["begin"]>[0]);
    this.#columns.forget();
    await this.#people.begin(file.name, before);
    this.#look = await this.#workspace.store.look(file, this.#card.value);
    this.#file = file;
    this.#title.replaceChildren("How to read ", h("span.file", shorten(file.name, 60)));
    this.#showLook(before?.kinds ?? {}, before?.person);
  }

  /** The file is written otherwise: looks at it again. */
  async #lookAgain(before: Kinds) {
    try {
      this.#look = await this.#workspace.store.look(this.#file!, this.#card.value);
      this.#showLook(before);
    } catch (error) {
      this.#look = undefined;
      this.#bar.fail((error as Error).message);
    }
  }

  #showLook(before: Kinds, person?: string | null) {
    this.#card.show(this.#look!);
    this.#columns.show(this.#look!, before);
    this.#people.offer(this.#columns.names, person);
    this.#refresh();
  }

  async #show() {
    if (this.#look === undefined) return;
    const { person } = this.#people;
    if (typeof person === "string") this.#columns.needAsText(person);
    this.#columns.showFirst(await this.#workspace.store.firstAs(this.#columns.kinds));
    this.#count();
    this.#tell();
  }

  /** Everything that decides a reading. */
  #asked(): { how: HowFile; kinds: Kinds; person: string | null; key: string } {
    const how = this.#card.value;
    const { kinds } = this.#columns;
    const person = this.#people.person ?? null;
    return { how, kinds, person, key: JSON.stringify([how, kinds, person]) };
  }

  #isKnown() {
    return this.#result?.key === this.#asked().key;
  }

  /** Begins to count what cannot be read, if that is not known yet. */
  #count() {
    const { key, kinds } = this.#asked();
    const isAsked = Object.keys(kinds).length > 0 && this.#look?.fault === undefined;
    if (this.#running === key) return;
    this.#end();
    if (!isAsked || this.#isKnown()) return;
    this.#timer = setTimeout(() => this.#read(), patience);
    this.#running = key;
  }

  async #read() {
    const { key, how, kinds, person } = this.#asked();
    const told = proxy((share: number, rows: number) => {
      if (this.#running === key) this.#bar.progress(share, rows);
    });
    try {
      const asked = { ...how, person, kinds };
      const read = await this.#workspace.store.read(this.#file!, asked, told);
      if (read.cancelled) return;
      this.#result = { key, read };
      if (this.#running === key) this.#running = undefined;
      this.#tell();
      if (this.#isWanted) await this.#use();
    } catch (error) {
      if (this.#running !== key) return;
      this.#running = undefined;
      this.#isWanted = false;
      this.#bar.fail((error as Error).message);
    }
  }

  #tell() {
    const read = this.#isKnown() ? this.#result!.read : undefined;
    this.#columns.tell(read);
    this.#people.tell(read);
    this.#bar.tell({
      missing: this.#missing()?.words,
      read,
      isReading: this.#running !== undefined,
    });
  }

  #missing(): Missing | undefined {
    if (this.#look?.fault !== undefined) {
      return { words: "Choose the encoding.", go: () => this.#card.focus() };
    }
    if (Object.keys(this.#columns.kinds).length === 0) {
      return { words: "Say what the columns are.", go: () => this.#columns.focus() };
    }
    if (this.#people.person === undefined) {
      return { words: "Say whose row each is.", go: () => this.#people.focusWhose() };
    }
    if (!this.#people.isNamed) {
      return { words: "Say whether these are other people.", go: () => this.#people.focusName() };
    }
    return undefined;
  }

  /** Opens the data as soon as they are read. */
  async #use() {
    const missing = this.#missing();
    if (missing !== undefined) return missing.go();
    if (!this.#isKnown()) {
      this.#isWanted = true;
      this.#count();
      return this.#tell();
    }
    this.#isWanted = false;
    this.#bar.wait();
    const { how, kinds, person } = this.#asked();
    const { turn } = this.#result!.read;
    const about = { name: this.#people.name, file: this.#file!, how, kinds, person };
    try {
      await this.#workspace.adopt(about, turn);
      this.#close();
      this.#done.used();
    } catch (error) {
      this.#bar.fail((error as Error).message);
    }
  }

  /** Ends a reading. */
  #end() {
    clearTimeout(this.#timer);
    if (this.#running !== undefined) this.#workspace.store.cancel();
    this.#running = undefined;
  }

  #stop() {
    this.#end();
    this.#isWanted = false;
    if (this.#look !== undefined) this.#tell();
  }

  #leave() {
    this.#end();
    this.#isWanted = false;
    this.#close();
    this.#done.left();
  }

  #close() {
    this.#file = undefined;
    this.#look = undefined;
    this.#result = undefined;
  }
}
