// What the page holds: one data set at a time, whose rows they are, and the account that pays.
import { proxy } from "comlink";

export class Workspace extends EventTarget {
  engine;
  store;
  accounts;
  dataset;
  account;
  /** @type {(key: string) => Promise<void>} set by the card that opens data */
  openSample;
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
    const { multiline = false, encoding, person, name, sample } = about;
    const told = onProgress && proxy(onProgress);
    const { cancelled, left } = await this.store.read(
      source,
      { multiline, encoding, person },
      told,
    );
    if (cancelled || !(await isWithout(left))) return false;
    await this.#alone(async () => {
      const unit = person === null ? undefined : "user";
      this.account = await this.accounts.open({ name, isSample: sample !== undefined, unit });
      this.dataset = { ...about, ...(await this.store.adopt()) };
      this.dispatchEvent(new Event("data"));
      this.changed();
    });
    return true;
  }

  /**
   * Runs a release. Meanwhile neither the data nor the ledger can become others, and if they did while
   * it waited, nothing is drawn. Its answer is there when what it cost is kept.
   * @template T
   * @param {(ledger: any) => Promise<T>} draw
   * @returns {Promise<T>}
   */
  release(draw) {
    const { dataset, account, ledger } = this;
    return this.#alone(() => {
      if (dataset !== this.dataset || ledger !== this.ledger) {
        throw new Error("The data or their ledger changed before anything was drawn. Nothing was.");
      }
      return account.alone(async () => {
        try {
          const released = await draw(account.ledger);
          const { plain, record } = /** @type {any} */ (released);
          account.answers.push({ released: plain, record });
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

  /** Puts the ledger aside, unforgotten, and starts another one for the same data. */
  startLedger(budget) {
    const { account } = this;
    return this.#alone(() =>
      account.alone(async () => {
        const { unit } = account.budget;
        const ledger = await new this.engine.Ledger(unit ? { ...budget, unit } : budget);
        account.former.push(await account.ledger.toJSON());
        account.ledger = ledger;
        await account.keep();
        this.accounts.tell(account);
        this.changed();
      }),
    );
  }

  /** Another tab has asked, or ended a ledger. */
  #lookAgain(name) {
    const { account } = this;
    if (account?.name === name && account.isKept) {
      this.#alone(async () => {
        await account.catchUp();
        this.changed();
      });
    } else this.changed();
  }

  /** After everything that may have spent something. */
  changed() {
    this.dispatchEvent(new Event("ledger"));
  }
}
