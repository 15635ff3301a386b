import type { LedgerRequest } from "../ledger/requests.js";
import { chargedFor, type StoredAccount } from "../ledger/stored-account.js";
import type { Granted } from "../ledger/till.js";

/** Records of an answer that this side paid for: one, or those that joined the list of a session. */
export type PaidNews = { payment: number } & (
  | { record: object; records?: undefined }
  | { records: object[] }
);

/** The charges that this side writes into stores for answers of the worker. */
export class Payments {
  #last = 0;
  #open: Map<number, { attach: Granted["attach"]; records?: object[] }> = new Map();

  /**
   * @returns the granted loss, once the charge is in the store, and the number of the payment
   * @throws {BudgetExceeded} and what the store throws
   */
  async pay(account: StoredAccount, request: LedgerRequest) {
    const { granted, attach } = await chargedFor(account, request);
    const payment = ++this.#last;
    this.#open.set(payment, { attach });
    return { granted, payment };
  }

  /** Takes in the records that the worker has made. */
  hear(news: PaidNews) {
    const paid = this.#open.get(news.payment);
    if (paid === undefined) return;
    if (news.records === undefined) {
      this.#open.delete(news.payment);
      paid.attach(news.record);
    } else if (paid.records === undefined) {
      paid.records = [...news.records];
      paid.attach(paid.records);
    } else paid.records.push(...news.records);
  }

  /** The worker has ended, with all sessions in it. */
  forget() {
    this.#open.clear();
  }
}
