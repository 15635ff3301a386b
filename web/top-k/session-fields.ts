import { Declaration } from "../core/declaration.js";
import {
  choice,
  confidence,
  delta,
  neighbors,
  number,
  type Optional,
  type OptionsOf,
  optional,
  whole,
} from "../core/fields.js";
import { missing, perUserOrSpread } from "../data/fields.js";
import { date, label, ledger } from "../ledger/fields.js";
import type { Ledger } from "../ledger/ledger.js";
import type { LedgerPart } from "../ledger/parts.js";

class TopKSessionFields {
  /**
   * how many items may come back in all, 1 to 1,000,000; an answer of fewer than were asked for costs one
   * more, for saying that there are no more
   */
  outcomes = whole(9);
  /** how many questions there may be, 1 to 1,000,000 */
  calls = whole(2);
  /**
   * as for `topK`, for questions that do not say it. "auto" takes "threshold" only where this is given, a whole number
   * or "spread"
   */
  perUser = optional(perUserOrSpread(), undefined);
  /**
   * of sessions that draw: how many of the most frequent items each call draws from, up to 10,000,000; default 10
   * times its k
   */
  kBar = optional(whole(20), undefined);
  /** the privacy loss of the whole session, 1e-9 to 10,000 */
  epsilon = number();
  /** of the whole session, above 0 */
  delta = delta();
  /**
   * "threshold" pays for each call in full, whatever it names: right where users have few items; "limited-domain" (for
   * calls whose users have any number of items: its strict form) and "optimised-threshold" (one draw more a call, to
   * place the border where the counts drop) pay for what comes back. Default "auto": where `perUser` is given and
   * `kBar` is not, the one that names any one item with 95% confidence from fewer users on; else "limited-domain"
   */
  variant = optional(
    choice(["auto", "limited-domain", "optimised-threshold", "threshold"] as const),
    "auto",
  );
  /** as for `topK` */
  missing = missing();
  /** default "add-remove" */
  neighbors = neighbors();
  /** of the accuracy statements; default 0.95 */
  confidence = confidence();
  /**
   * is charged for the whole session at once, and given back at `dispose()` what did not come back, but for sessions
   * by a threshold
   */
  ledger = ledger() as Optional<Ledger | LedgerPart | undefined>;
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
  /** as for `topK`; default: the session's. Sessions by a threshold need it for columns with user ids */
  perUser = optional(perUserOrSpread(), undefined);
  /** what the answer is called in its record */
  label = label();
  /** when it was asked, for the same */
  date = date();
}

/**
 * What a `TopKSession` may return and spend in all.
 * @interface
 */
export type TopKSessionOptions = OptionsOf<TopKSessionFields>;

/**
 * One question of a `TopKSession`.
 * @interface
 */
export type TopKQuestion = OptionsOf<TopKQuestionFields>;

export const topKSessionDeclaration = new Declaration({
  name: "TopKSession",
  Fields: TopKSessionFields,
});

export const topKQueryDeclaration = new Declaration({
  name: "TopKSession.topK",
  Fields: TopKQuestionFields,
});
