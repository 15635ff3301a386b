import { Declaration } from "../core/declaration.js";
import { choice, confidence, delta, neighbors, number, optional, whole } from "../core/fields.js";
import { CoreObject } from "../core/object.js";
import { choiceOption, kindOf, numberOption, wholeOption } from "../core/options.js";
import { columnsWhenAsked } from "../data/columns-once.js";
import { missing, perUser } from "../data/fields.js";
import { checkRows } from "../data/histogram.js";
import { limitOf } from "../data/per-user.js";
import { parsedJson } from "../data/plain-values.js";
import { aboutUsers } from "../data/user-rows.js";
import { date, label, ledger } from "../ledger/fields.js";
import { apart } from "../ledger/note.js";
import { recordOf } from "../ledger/record.js";
import { claimOf, paid, release } from "../ledger/release.js";
import { checkUnit, units } from "../ledger/unit.js";
import { version } from "../version.js";
import {
  aboutRows,
  checkBounded,
  checkPerUser,
  kBarOf,
  statementOf,
  usualPerUser,
} from "./options.js";
import { headOf } from "./top-k.js";

class TopKSessionFields {
  /**
   * how many items may come back in all, 1 to 1,000,000; an answer of fewer than were asked for costs one
   * more, for saying that there are no more
   */
  outcomes = whole(9);
  /** how many questions there may be, 1 to 1,000,000 */
  calls = whole(2);
  /** how many of the most frequent items each call draws from, up to 10,000,000; default 10 times its k */
  kBar = optional(whole(20), undefined);
  /** the privacy loss of the whole session, 1e-9 to 10,000 */
  epsilon = number();
  /** of the whole session, above 0 */
  delta = delta();
  /**
   * default "limited-domain" (for calls whose users have any number of items: its strict form);
   * "optimised-threshold" spends one draw more a call to place the border where the counts drop
   */
  variant = optional(
    choice(/** @type {const} */ (["limited-domain", "optimised-threshold"])),
    "limited-domain",
  );
  /** as for `topK` */
  missing = missing();
  /** default "add-remove" */
  neighbors = neighbors();
  /** of the accuracy statements; default 0.95 */
  confidence = confidence();
  /** is charged for the whole session at once, and given back at `dispose()` what did not come back */
  ledger = /**
   * @type {import("../core/fields.js").Optional<import("../ledger/ledger.js").Ledger
   *   | import("../ledger/parts.js").LedgerPart | undefined>}
   */ (ledger());
  /** what it is called in its record and in the ledger */
  label = label();
  /** when it was asked, for the same */
  date = date();
}

class TopKQuestionFields {
  /** how many items to return at most; no more than outcomes are left */
  k = whole(2);
  /** default: the session's */
  kBar = optional(number(), undefined);
  /** as for `topK` */
  perUser = optional(perUser(), undefined);
  /** what the answer is called in its record */
  label = label();
  /** when it was asked, for the same */
  date = date();
}

/**
 * @typedef {import("../core/fields.js").OptionsOf<TopKSessionFields>} TopKSessionOptions {@interface} What a
 *   `TopKSession` may return and spend in all.
 */

/**
 * @typedef {import("../core/fields.js").OptionsOf<TopKQuestionFields>} TopKQuestion {@interface} One question
 *   of a `TopKSession`.
 */

/**
 * Several top-k questions about the same users that pay for what comes back: a question that few items
 * answer leaves the rest of the outcomes to later ones.
 *
 * Privacy: all answers together are (epsilon, delta)-differentially private, however questions depend
 * on earlier answers.
 * Source: DR19 Algorithm 2 and Theorem 2; docs/guarantees/top-k.md.
 *
 * With a ledger every outcome costs epsilon / outcomes (and a call delta / calls), so that what did not
 * come back can be given back. Without one the draws are composed by the tightest bound, which leaves
 * more to each.
 */
export class TopKSession {
  #core;
  #mechanism;
  #terms;
  #kBar;
  #confidence;
  #missing;
  /** Gives back what was not used, if a ledger was charged. */
  #settle;
  /** What the ledger counts for, if it was told: each answer has to hide one. */
  #unit;
  /** @type {object[]} one a call, for the ledger's entry */
  #records = [];
  /** @type {"open" | "saved" | "closed"} */
  #status = "open";

  /**
   * @param {TopKSessionOptions} options
   * @throws {RangeError | TypeError | import("../core/errors.js").BudgetExceeded}
   */
  constructor(options) {
    const { terms, kBar, confidence, missing, ledger, note } = readRequest(options);
    const request = { ...terms, confidence, kBar };
    const claim = claimOf("TopKSession", request);
    const mechanism = `TopKSession of ${claim.mechanism}`;
    const { drawn, settle, unit } = release({
      of: "TopKSession",
      mechanism,
      claim,
      request,
      ledger,
      note,
      words: () => ({ statement: "" }),
      entry: this.#records,
    });
    this.#core = new CoreObject("TopKSession", drawn.id);
    this.#mechanism = mechanism;
    this.#terms = terms;
    this.#kBar = kBar;
    this.#confidence = confidence;
    this.#missing = missing;
    this.#settle = settle;
    this.#unit = unit;
  }

  /** @returns {{ outcomes: number, calls: number }} what is left */
  get remaining() {
    const { returned, called } = this.#core.call("state");
    return { outcomes: this.#terms.outcomes - returned, calls: this.#terms.calls - called };
  }

  /**
   * The most frequent items of some rows, as `topK`.
   * @template {import("../data/histogram.js").Rows} R
   * @param {R} rows
   * @param {TopKQuestion} question
   * @returns {{ items: { item: import("../data/histogram.js").ItemOf<R> }[], complete: boolean,
   *   record: import("../ledger/record.js").ReleaseRecord }}
   * @throws {RangeError | TypeError | import("../core/errors.js").BudgetExceeded} before the rows are read if
   *   no call, or fewer than k outcomes, are left, or if the session's ledger counts users and every row is one
   *   of its own; what is wrong with a row is thrown when the call is used up
   */
  topK(rows, question) {
    const rowsOnce = columnsWhenAsked(rows);
    const { asked, perUser, note } = this.#read(question, rowsOnce);
    this.#refuseIfClosed();
    this.#core.call("check", asked);
    rows = rowsOnce();
    checkRows(rows);
    checkBounded(rows, asked.perUser);
    const { protects, users } = aboutRows(rows, perUser, this.#unit);
    checkUnit(this.#unit, { mechanism: this.#mechanism, protects });
    // Used up before anything is read: a call that fails is not free, and rows can ask this session while read.
    const { call } = this.#core.call("begin", asked);
    return paid("the session", () => {
      checkPerUser(rows, perUser);
      const { items, counts } = headOf(rows, { ...asked, missing: this.#missing });
      this.#refuseIfClosed();
      const { drawn, claim } = this.#core.call("ask", call, counts, { protects });
      const words = { statement: statementOf(claim), parameters: aboutUsers(users), note };
      const record = recordOf(claim, this.#mechanism, words);
      this.#records.push(record);
      return {
        items: drawn.items.map((/** @type {number} */ index) => ({ item: items[index] })),
        complete: drawn.complete,
        record,
      };
    });
  }

  /** What is left of a closed session was given back to its ledger. */
  #refuseIfClosed() {
    if (this.#status === "closed") throw new TypeError("this session is closed");
  }

  /**
   * @param {TopKQuestion} question
   * @param {() => import("../data/histogram.js").Rows} rowsOnce
   */
  #read(question, rowsOnce) {
    const { request, note } = apart(questions.read(question));
    const { k, kBar, perUser } = request;
    const asked = {
      k,
      kBar: kBarOf(kBar ?? this.#kBar, k),
      perUser: limitOf(perUser ?? usualPerUser(rowsOnce())),
    };
    return { asked, perUser, note };
  }

  /**
   * Plain data to save the session with. Whoever resumes it may use what is left, so this one gives
   * nothing back to its ledger any more. Keep one copy: what is left in two is twice the budget.
   * @throws {TypeError} if it is closed
   */
  toJSON() {
    this.#refuseIfClosed();
    if (this.#status === "open") this.#status = "saved";
    const { itemEpsilon, callDelta, returned, called } = this.#core.call("state");
    return {
      logstar: version,
      session: this.#terms,
      kBar: this.#kBar,
      confidence: this.#confidence,
      missing: this.#missing,
      ...(this.#unit !== undefined && { unit: this.#unit }),
      itemEpsilon,
      callDelta,
      returned,
      called,
    };
  }

  /**
   * Continues a saved session. A ledger that was charged for it has been charged in full.
   * @param {string | object} saved what `toJSON` returned, or its text
   * @returns {TopKSession}
   * @throws {RangeError | TypeError} if it is none, or claims more than its total allows
   */
  static fromJSON(saved) {
    const plain = parsedJson(saved);
    if (typeof plain?.session !== "object" || plain.session === null) {
      throw new TypeError(`a saved session must have its terms, got ${kindOf(saved)}`);
    }
    const { optimised, refundable, ...options } = plain.session;
    const session = new TopKSession({
      ...options,
      variant: optimised ? "optimised-threshold" : "limited-domain",
      kBar: plain.kBar ?? undefined,
      confidence: plain.confidence,
      missing: plain.missing,
    });
    const terms = { ...session.#terms, refundable: refundable === true };
    const request = { ...terms, confidence: session.#confidence };
    session.#core.call("resume", request, {
      itemEpsilon: numberOption("itemEpsilon", plain.itemEpsilon),
      callDelta: numberOption("callDelta", plain.callDelta),
      returned: wholeOption("returned", plain.returned),
      called: wholeOption("called", plain.called),
    });
    session.#terms = terms;
    session.#unit = plain.unit === undefined ? undefined : choiceOption("unit", plain.unit, units);
    return session;
  }

  /** Ends the session. Its ledger is charged for what came back only, unless it was saved. */
  dispose() {
    if (this.#status === "open") {
      const { draws, called } = this.#core.call("state");
      this.#settle?.(draws, called);
    }
    this.#status = "closed"; // what was used can still be read: the core's object goes with this one
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.dispose();
  }
}

export const sessions = new Declaration({
  name: "TopKSession",
  Fields: TopKSessionFields,
});

export const questions = new Declaration({
  name: "TopKSession.topK",
  Fields: TopKQuestionFields,
});

/** @param {TopKSessionOptions} options */
function readRequest(options) {
  const { request, ledger, note } = apart(sessions.read(options));
  const { kBar, variant, missing, confidence, ...rest } = request;
  const terms = {
    ...rest,
    optimised: variant === "optimised-threshold",
    refundable: ledger !== undefined,
  };
  return { terms, kBar, confidence, missing, ledger, note };
}
