// The page's state: one data set at a time, the column of its people, and the account that pays.
import type { Remote } from "comlink";
import type { StoredLedger } from "#dist/index.js";
import type { ReleaseRecord, WorkerLibrary } from "#dist/worker.js";
import { type Account, type Accounts, checkUnchanged, type Loss, spentBy } from "./accounts.js";
import type { HowFile, Store } from "./data/data-worker.js";
import type { Kinds } from "./data/read-as.js";
import { newKept } from "./kept.js";
import type { Sample } from "./samples.js";

/** The facts of data before the page opens them. */
export interface About {
  name: string;
  sample?: Sample;
  file?: File;
  /** how the file is written, and what its columns are */
  how?: HowFile;
  kinds?: Kinds;
  /** the column of people; null if each row is a different person */
  person: string | null;
}

/** Data that are open. */
export type Dataset = About & Awaited<ReturnType<Store["adopt"]>>;

export class Workspace extends EventTarget {
  engine: WorkerLibrary;
  store: Remote<Store>;
  accounts: Accounts;
  /** open before any question */
  dataset!: Dataset;
  account!: Account;
  #turn: Promise<unknown> = Promise.resolve();

  /** @param parts logstar, the worker that holds the data, and the ledgers */
  constructor({ engine, store, accounts }: Pick<Workspace, "engine" | "store" | "accounts">) {
    super();
    this.engine = engine;
    this.store = store;
    this.accounts = accounts;
    accounts.addEventListener("elsewhere", (event) =>
      this.#lookAgain((event as CustomEvent).detail),
    );
  }

  get ledger() {
    return this.account.ledger;
  }

  /** The column of people; null if each row is a different person. */
  get person() {
    return this.dataset.person;
  }

  /** The noun for the counted units. */
  get ones() {
    return this.person === null ? "rows" : "people";
  }

  /** Opens a text that the page holds. */
  async openText(text: string, about: About) {
    const { turn } = await this.store.read(text, { person: about.person });
    await this.adopt(about, turn);
  }

  /**
   * Opens data that were read. Data with a known name continue its ledger: the spent loss stays spent.
   * @param turn of the reading
   */
  adopt(about: About, turn: number): Promise<void> {
    return this.#alone(async () => {
      const { person, name, sample, file } = about;
      const unit = person === null ? undefined : "user";
      const isSample = sample !== undefined;
      const account = await this.accounts.open({ name, isSample, unit, file: file?.name });
      const facts = await this.store.adopt(turn);
      this.account = account; // at once with its data, so that none pays for others
      this.dataset = { ...about, ...facts };
      this.dispatchEvent(new Event("data"));
      this.changed();
    });
  }

  /**
   * Runs a release. Meanwhile data and ledger stay the same; if they changed while it waited, it draws nothing.
   * It returns the answer after the charge is saved.
   * @param question whose answer it is
   */
  async release<T extends { plain: object; record: ReleaseRecord }>(
    question: string,
    drawAnswer: (ledger: StoredLedger) => Promise<T>,
  ): Promise<T> {
    const { dataset, account } = this;
    const { length } = account.former;
    return this.#alone(async () => {
      if (dataset !== this.dataset || account !== this.account || length < account.former.length) {
        throw new Error(
          "The data or their ledger changed before the draw; the question spent nothing.",
        );
      }
      try {
        const released = await account.spend(drawAnswer);
        const { plain, record } = released;
        const answer = { question, released: plain, record };
        await account.change((kept) => ({ ...kept, answers: [...kept.answers, answer] }));
        return released;
      } finally {
        this.accounts.tell(account);
      }
    });
  }

  /** One after the other. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {}); // the caller receives the error
    return done;
  }

  /**
   * Puts the ledger aside, unforgotten, and starts another one for the same data.
   * @param read the spent loss under this name, as the user read it before the confirmation
   */
  async startLedger(budget: Loss, read: Loss) {
    const { account } = this;
    const { unit } = account.budget;
    return this.#alone(async () => {
      await account.catchUp();
      await account.change((kept) => {
        checkUnchanged(spentBy([...kept.former, kept.ledger]), read);
        const { ledger } = newKept(unit ? { ...budget, unit } : budget);
        return { ...kept, former: [...kept.former, kept.ledger], ledger };
      });
      this.accounts.tell(account);
    }).finally(() => this.changed());
  }

  /** Another tab has asked, or ended a ledger. */
  #lookAgain({ name, isSample }: { name: string; isSample: boolean }) {
    const { account } = this;
    if (account?.name === name && account.isSample === isSample) this.catchUp();
    else if (account !== undefined) this.changed();
  }

  /** Takes in the charges of other tabs. */
  catchUp() {
    return this.#alone(async () => {
      if (this.account === undefined) return;
      await this.account.catchUp();
      this.changed();
    });
  }

  /** The budget of the open data has ended: nothing is open. */
  forget() {
    location.hash = "#/data";
    (this as Partial<Pick<Workspace, "dataset" | "account">>).dataset = undefined;
    (this as Partial<Pick<Workspace, "dataset" | "account">>).account = undefined;
  }

  /** After everything that may have spent something. */
  changed() {
    this.dispatchEvent(new Event("ledger"));
  }
}
