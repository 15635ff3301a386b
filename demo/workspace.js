// What the page holds: one data set at a time, and a ledger for each data set that was ever opened.
import { proxy } from "comlink";

/** Total for everything published about one data set, unless the visitor starts another ledger. */
export const usualBudget = { epsilon: 2, delta: 1e-5 };

export class Workspace extends EventTarget {
  engine;
  store;
  dataset;
  /** @type {(key: string) => Promise<void>} set by the card that opens data */
  openSample;
  /** @type {Map<string, { ledger: any, former: object[] }>} by data set */
  #accounts = new Map();
  #turn = Promise.resolve();

  /** @param {{ engine: any, store: any }} parts logstar, and the worker that holds the data */
  constructor({ engine, store }) {
    super();
    this.engine = engine;
    this.store = store;
  }

  get account() {
    return this.#accounts.get(this.dataset.key);
  }

  get ledger() {
    return this.account.ledger;
  }

  /**
   * Reads a table. The same data set opened again goes on with its ledger: what was spent stays spent.
   * @param {File | string} source
   * @param {{ key: string, name: string, sample?: object, multiline?: boolean }} about
   * @param {(share: number, rows: number) => void} [onProgress]
   * @returns {Promise<boolean>} false if it was cancelled
   */
  async open(source, about, onProgress) {
    const { multiline = false } = about;
    const told = onProgress && proxy(onProgress);
    const { cancelled } = await this.store.read(source, { multiline }, told);
    if (cancelled) return false;
    await this.#alone(async () => {
      if (!this.#accounts.has(about.key)) {
        const ledger = await new this.engine.Ledger(usualBudget);
        this.#accounts.set(about.key, { ledger, former: [] });
      }
      this.dataset = { ...about, ...(await this.store.adopt()) };
      this.dispatchEvent(new Event("data"));
      this.changed();
    });
    return true;
  }

  /**
   * Runs a release. Meanwhile neither the data nor the ledger can become others, and if they did while
   * it waited, nothing is drawn.
   * @template T
   * @param {(ledger: any) => Promise<T>} draw
   * @returns {Promise<T>}
   */
  release(draw) {
    const { dataset, ledger } = this;
    return this.#alone(() => {
      if (dataset !== this.dataset || ledger !== this.ledger) {
        throw new Error("The data or their ledger changed before anything was drawn. Nothing was.");
      }
      return draw(ledger);
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
    return this.#alone(async () => {
      const ledger = await new this.engine.Ledger(budget);
      this.account.former.push(await this.ledger.toJSON());
      this.account.ledger = ledger;
      this.changed();
    });
  }

  /** After everything that may have spent something. */
  changed() {
    this.dispatchEvent(new Event("ledger"));
  }
}
