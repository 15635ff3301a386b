// What the page holds: one data set at a time, whose rows they are, and the account that pays.
import { proxy } from "comlink";
import { checkUnchanged, spentBy } from "./accounts.js";

export class Workspace extends EventTarget {
  engine;
  store;
  accounts;
  dataset;
  account;
  /** @type {(key: string) => Promise<void>} set by the card that opens data */
  openSample;
  /** @type {string | undefined} the name of the data that are being read: until they are open nothing is asked */
  reading;
  #turn = Promise.resolve();

  /** @param {{ engine: any, store: any, accounts: import("./accounts.js").Accounts }} parts logstar, the worker
   *   that holds the data, and the ledgers */
  constructor({ engine, store, accounts }) {
    super();
    this.engine = engine;
    this.store = store;
    this.accounts = accounts;
    accounts.addEventListener("elsewhere", ({ detail }) => this.#lookAgain(detail));
  }

  get ledger() {
    return this.account.ledger;
  }

  /** Which column says whose row it is; null if each row is a different person. */
  get person() {
    return this.dataset.person;
  }

  /** What one person is called where rows are counted. */
  get ones() {
    return this.person === null ? "rows" : "people";
  }

  /**
   * Reads a table. Data of a name that is known go on with its ledger: what was spent stays spent.
   * @param {File | string} source
   * @param {{ name: string, sample?: object, file?: File, encoding?: string, multiline?: boolean,
   *   person: string | null }} about
   * @param {(share: number, rows: number) => void} [onProgress]
   * @param {(left: import("./parts/unread-dialog.js").Left) => Promise<boolean>} [isWithout] whether it is to be
   *   opened without what cannot be read
   * @returns {Promise<boolean>} false if it was cancelled
   */
  async open(source, about, onProgress, isWithout = async () => true) {
    this.#nowReading(about.name);
    try {
      return await this.#read(source, about, onProgress, isWithout);
    } finally {
      this.#nowReading(undefined);
    }
  }

  async #read(source, about, onProgress, isWithout) {
    const { multiline = false, encoding, person, name, sample, file } = about;
    const told = onProgress && proxy(onProgress);
    const { cancelled, left } = await this.store.read(
      source,
      { multiline, encoding, person },
      told,
    );
    if (cancelled || !(await isWithout(left))) return false;
    await this.#alone(async () => {
      const unit = person === null ? undefined : "user";
      const isSample = sample !== undefined;
      const account = await this.accounts.open({ name, isSample, unit, file: file?.name });
      const facts = await this.store.adopt();
      this.account = account; // at once with its data, so that none pays for others
      this.dataset = { ...about, ...facts };
      this.dispatchEvent(new Event("data"));
      this.changed();
    });
    return true;
  }

  #nowReading(name) {
    this.reading = name;
    this.dispatchEvent(new Event("reading"));
  }

  #checkNotReading() {
    if (this.reading === undefined) return;
    throw new Error(
      `cannot spend anything now: “${this.reading}” is being read; ask when it is open.`,
    );
  }

  /**
   * Runs a release. Meanwhile neither the data nor the ledger can become others, and if they did while
   * it waited, nothing is drawn. Its answer is there when what it cost is kept.
   * @template T
   * @param {string} question whose answer it is
   * @param {(ledger: any) => Promise<T>} draw
   * @returns {Promise<T>}
   */
  async release(question, draw) {
    this.#checkNotReading();
    const { dataset, account, ledger } = this;
    return this.#alone(() => {
      if (dataset !== this.dataset || ledger !== this.ledger) {
        throw new Error("The data or their ledger changed before anything was drawn. Nothing was.");
      }
      return account.alone(async () => {
        try {
          const released = await draw(account.ledger);
          const { plain, record } = /** @type {any} */ (released);
          account.answers.push({ question, released: plain, record });
          return released;
        } finally {
          await account.keep();
          this.accounts.tell(account);
        }
      });
    });
  }

  /** One after the other. */
  #alone(work) {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {}); // whoever asked hears of it
    return done;
  }

  /**
   * Puts the ledger aside, unforgotten, and starts another one for the same data.
   * @param {import("./accounts.js").Loss} budget
   * @param {import("./accounts.js").Loss} read what was spent under this name, as the person read it who confirmed
   */
  async startLedger(budget, read) {
    this.#checkNotReading();
    const { account } = this;
    return this.#alone(() =>
      account.alone(async () => {
        checkUnchanged(spentBy([...account.former, account.ledger]), read);
        const { unit } = account.budget;
        const ledger = await new this.engine.Ledger(unit ? { ...budget, unit } : budget);
        account.former = [...account.former, await account.ledger.toJSON()];
        account.ledger = ledger;
        await account.keep();
        this.accounts.tell(account);
      }),
    ).finally(() => this.changed());
  }

  /** Another tab has asked, or ended a ledger. */
  #lookAgain({ name, isSample }) {
    const { account } = this;
    if (account?.name === name && account.isSample === isSample) this.catchUp();
    else this.changed();
  }

  /** Takes in what other tabs have spent. */
  catchUp() {
    return this.#alone(async () => {
      await this.account?.catchUp();
      this.changed();
    });
  }

  /** After everything that may have spent something. */
  changed() {
    this.dispatchEvent(new Event("ledger"));
  }
}
