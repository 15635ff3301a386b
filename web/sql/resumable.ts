import type { Purpose, QueryRows, Row } from "./connection.js";

/** A query that the work waits for, or nothing once it has ended. */
type Wanted = { sql: string; purpose: Purpose; answer: (rows: Row[]) => void } | undefined;

/**
 * Work that asks one query after the other. After a failed query it waits: the next try sends that query again, and
 * the work goes on, with its draws and all earlier answers.
 */
export class Resumable<T> {
  /** Whether a query that depends on random bits may have been sent, or an answer about rows has arrived. */
  isBegun = false;
  /** Whether it has ended, and only waits for its result to be handed over. */
  isEnded = false;

  #wanted: Promise<Wanted>;
  #result: Promise<T>;
  #announce: (wanted: Wanted) => void = () => {};

  constructor(work: (queryRows: QueryRows) => Promise<T>) {
    this.#wanted = this.#next();
    this.#result = work(
      (sql, purpose) =>
        new Promise((answer) => {
          this.#announce({ sql, purpose, answer });
        }),
    );
    const ended = () => {
      this.isEnded = true;
      this.#announce(undefined);
    };
    this.#result.then(ended, ended);
  }

  /**
   * Goes on to the end of the work, or to a query that fails.
   * @throws what the work throws, or the query
   */
  async run(queryRows: QueryRows): Promise<T> {
    for (let wanted = await this.#wanted; wanted !== undefined; wanted = await this.#wanted) {
      const { sql, purpose, answer } = wanted;
      this.isBegun ||= isSalted(sql);
      const rows = await queryRows(sql, purpose);
      this.isBegun = true;
      this.#wanted = this.#next();
      answer(rows);
    }
    return this.#result;
  }

  #next() {
    return new Promise<Wanted>((resolve) => {
      this.#announce = resolve;
    });
  }
}

/** Whether a secret salt may be in a query: hashes alone take one. */
const isSalted = (sql: string) => /md5(_number)?\('/.test(sql);
