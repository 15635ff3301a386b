import { CoreObject } from "../core/object.js";
import { choiceOption, kindOf } from "../core/options.js";
import { columnsWhenAsked } from "../data/columns-once.js";
import { checkRows, type ItemOf, type Rows } from "../data/histogram.js";
import { parsedJson } from "../data/plain-values.js";
import { aboutUsers } from "../data/user-rows.js";
import { splitNote } from "../ledger/note.js";
import { unitOf } from "../ledger/option.js";
import { type ReleaseRecord, recordOf } from "../ledger/record.js";
import { type Claim, claimOf, release, runCharged } from "../ledger/release.js";
import { refuseToSaveAPart } from "../ledger/scope.js";
import { checkUnit, units } from "../ledger/unit.js";
import { version } from "../version.js";
import { kBarOfDraw } from "./options.js";
import { aboutRows, checkBounded, checkPerUser, usualPerUser } from "./rows.js";
import {
  type TopKQuestion,
  type TopKSessionOptions,
  topKQueryDeclaration,
  topKSessionDeclaration,
} from "./session-fields.js";
import { byThreshold, type Way, wayOf } from "./session-ways.js";
import { type RankedDraw, rankedItems } from "./top-k.js";

/**
 * Answers several top-k questions about the same users. By draws they pay per returned item: a question that
 * few items answer leaves the rest of the outcomes to later ones. By a threshold each call costs the same,
 * whatever it names.
 *
 * Privacy: all answers together are (epsilon, delta)-differentially private, however questions depend
 * on earlier answers.
 * Source: DR19 Algorithm 2 and Theorem 2, docs/guarantees/top-k.md; by a threshold docs/guarantees/counts.md.
 *
 * With a ledger every outcome costs epsilon / outcomes (and a call delta / calls), so that a session that draws
 * can return the unused part. Without one the draws are composed by the tightest bound, which leaves more to
 * each.
 */
export class TopKSession {
  #core;
  #mechanism;
  #way: Way;
  /** Whether the session chose "threshold", not the caller. */
  #isChosen;
  #terms;
  #perUser;
  #kBar;
  #confidence;
  #missing;
  /** Returns the unused part, if it charged a ledger. */
  #settle;
  /** The ledger's unit, if declared, which each answer must protect. */
  #unit;
  /** that paid for it, of which its records say what they are a part of */
  #ledger: unknown;
  /** one a call, for the ledger's entry */
  #records: object[] = [];
  #status: "open" | "saved" | "closed" = "open";

  /** @throws {RangeError | TypeError | BudgetExceeded} */
  constructor(options: TopKSessionOptions) {
    const { request: read, ledger, note } = splitNote(topKSessionDeclaration.read(options));
    const { kBar, perUser, missing, confidence, variant, ...rest } = read;
    const named = unitOf(ledger);
    const { way, terms, isChosen } = wayOf(
      { ...rest, kBar, perUser, variant, confidence },
      { hasLedger: ledger !== undefined, unit: named },
    );
    const request = { ...terms, confidence, kBar };
    const claim = claimOf(way.of, request);
    const mechanism = `TopKSession of ${claim.mechanism}`;
    const { drawn, settle, unit } = release({
      of: way.of,
      mechanism,
      claim,
      request,
      ledger,
      note,
      words: () => ({ statement: "" }),
      entry: this.#records,
    });
    this.#core = new CoreObject(way.of, drawn.id);
    this.#mechanism = mechanism;
    this.#way = way;
    this.#isChosen = isChosen;
    this.#terms = terms;
    this.#perUser = perUser;
    this.#kBar = kBar;
    this.#confidence = confidence;
    this.#missing = missing;
    this.#settle = settle;
    this.#ledger = ledger;
    this.#unit = unit ?? named;
  }

  /** @returns the remaining budget */
  get remaining(): { outcomes: number; calls: number } {
    const { returned, called } = this.#core.call<{ returned: number; called: number }>("state");
    return { outcomes: this.#terms.outcomes - returned, calls: this.#terms.calls - called };
  }

  /**
   * The most frequent items of some rows, as `topK`.
   * @returns with noisy counts if it is by a threshold, at no further cost
   * @throws {RangeError | TypeError | BudgetExceeded} before the rows are read if no call, or fewer than k
   *   outcomes, are left, or if the session's ledger counts users and every row is a separate user; an error in
   *   a row is thrown after the call is used up
   */
  topK<R extends Rows>(
    rows: R,
    question: TopKQuestion,
  ): { items: { item: ItemOf<R>; count?: number }[]; complete: boolean; record: ReleaseRecord } {
    const rowsOnce = columnsWhenAsked(rows);
    const { asked, perUser, note } = this.#read(question, rowsOnce);
    this.#refuseIfClosed();
    this.#core.call("check", asked);
    rows = rowsOnce();
    checkRows(rows);
    checkBounded(rows, asked.perUser);
    this.#way.checkKind(rows, perUser, this.#isChosen);
    const { protects, users } = aboutRows(rows, perUser, this.#unit);
    checkUnit(this.#unit, { mechanism: this.#mechanism, protects });
    // Used up before any read: a failed call is not free, and rows can ask this session while read.
    const { call } = this.#core.call<{ call: number }>("begin", asked);
    return runCharged("the session", () => {
      checkPerUser(rows, perUser);
      this.#way.checkRead(rows, this.#isChosen);
      const { items, counts } = this.#way.read(rows, { ...asked, missing: this.#missing });
      this.#refuseIfClosed();
      const reading = { protects, spread: asked.spread === true };
      const { drawn, claim } = this.#core.call<{ drawn: RankedDraw; claim: Claim }>(
        "ask",
        call,
        counts,
        reading,
      );
      const parameters = { ...aboutUsers(users), ...kBarOfDraw(drawn) };
      const words = { statement: this.#way.statement(claim), parameters, note };
      const record = recordOf(claim, this.#mechanism, words, this.#ledger);
      this.#records.push(record);
      return {
        ...rankedItems(drawn, items as ItemOf<R>[], { counts: this.#way === byThreshold }),
        record,
      };
    });
  }

  /** A closed session may have returned its unused part to the ledger. */
  #refuseIfClosed() {
    if (this.#status === "closed") throw new TypeError("this session is closed");
  }

  #read(question: TopKQuestion, rowsOnce: () => Rows) {
    const { request, note } = splitNote(topKQueryDeclaration.read(question));
    const { k, kBar } = request;
    const perUser = request.perUser ?? this.#perUser;
    const asked = this.#way.asked({
      ...{ k, kBar: kBar ?? this.#kBar },
      perUser: perUser ?? usualPerUser(rowsOnce()),
    });
    return { asked, perUser, note };
  }

  /**
   * Plain data to save the session with. A resumed session may use the rest, so this one returns no loss to its
   * ledger any more. Keep one copy: two copies would spend the rest twice.
   * @throws {TypeError} if it is closed, or a slice's ledger paid for it
   */
  toJSON() {
    this.#refuseIfClosed();
    refuseToSaveAPart(this.#ledger);
    if (this.#status === "open") this.#status = "saved";
    const { draws: _, ...state } = this.#core.call<{ draws: unknown }>("state");
    return {
      logstar: version,
      session: this.#terms as object,
      ...(this.#way === byThreshold && { variant: "threshold", chosen: this.#isChosen }),
      ...(this.#perUser !== undefined && { perUser: plainOf(this.#perUser) }),
      kBar: this.#kBar,
      confidence: this.#confidence,
      missing: this.#missing,
      ...(this.#unit !== undefined && { unit: this.#unit }),
      ...state,
    };
  }

  /**
   * Continues a saved session. A ledger charged for it was charged in full.
   * @param saved the result of `toJSON`, or its text
   * @throws {RangeError | TypeError} if it is not a saved session, or claims more than its total allows
   */
  static fromJSON(saved: string | object): TopKSession {
    const plain = parsedJson(saved);
    if (typeof plain?.session !== "object" || plain.session === null) {
      throw new TypeError(`a saved session must have its terms, got ${kindOf(saved)}`);
    }
    const { optimised, refundable, protects, perUser: _, ...options } = plain.session;
    const isThreshold = plain.variant === "threshold";
    const drawn = optimised ? "optimised-threshold" : "limited-domain";
    const session = new TopKSession({
      ...options,
      variant: isThreshold ? "threshold" : drawn,
      perUser: plain.perUser === "any number" ? Number.POSITIVE_INFINITY : plain.perUser,
      kBar: plain.kBar ?? undefined,
      confidence: plain.confidence,
      missing: plain.missing,
    });
    const terms = isThreshold
      ? { ...session.#terms, protects: choiceOption("protects", protects, ["records", "users"]) }
      : { ...session.#terms, refundable: refundable === true };
    const request = { ...terms, confidence: session.#confidence };
    session.#core.call("resume", request, session.#way.stateOf(plain));
    session.#isChosen = plain.chosen === true;
    session.#terms = terms;
    session.#unit = plain.unit === undefined ? undefined : choiceOption("unit", plain.unit, units);
    return session;
  }

  /** Ends the session. Its ledger is charged for the returned items only, unless the session was saved. */
  dispose() {
    if (this.#status === "open") {
      const { draws, called } = this.#core.call<{ draws: number; called: number }>("state");
      this.#settle?.(draws, called);
    }
    this.#status = "closed"; // what was used can still be read: the core's object goes with this one
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.dispose();
  }
}

/** As JSON has it, which knows no Infinity. */
const plainOf = (perUser: number | "spread") =>
  perUser === Number.POSITIVE_INFINITY ? "any number" : perUser;
