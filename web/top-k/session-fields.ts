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
   * the maximum number of returned items, 1 to 1,000,000; an answer with fewer items than requested costs one
   * more, as it reveals the end of the list
   */
  outcomes = whole(9);
  /** the maximum number of questions, 1 to 1,000,000 */
  calls = whole(2);
  /**
   * as for `topK`, for questions that do not say it. "auto" takes "threshold" only if this is a whole number or
   * "spread"
   */
  perUser = optional(perUserOrSpread(), undefined);
  /**
   * for sessions that draw: the number of most frequent items from which each call draws, up to 10,000,000;
   * default 10 times its k
   */
  kBar = optional(whole(20), undefined);
  /** the privacy loss of the whole session, 1e-9 to 10,000 */
  epsilon = number();
  /** the delta of the whole session, above 0 */
  delta = delta();
  /**
   * "threshold" pays for each call in full, whatever it returns: right if users have few items.
   * "limited-domain" and "optimised-threshold" pay per returned item. "limited-domain" takes its strict form
   * for calls whose users have any number of items; "optimised-threshold" draws once more per call, to place
   * the border where the counts drop. Default "auto": with `perUser` and without `kBar`, the variant by which
   * any one item returns with 95% confidence from fewer users; else "limited-domain"
   */
  variant = optional(
    choice(["auto", "limited-domain", "optimised-threshold", "threshold"] as const),
    "auto",
  );
  /** as for `topK` */
  missing = missing();
  /** default "add-remove" */
  neighbors = neighbors();
  /** the confidence of the accuracy statements; default 0.95 */
  confidence = confidence();
  /**
   * the ledger to charge for the whole session at once. `dispose()` returns the unused part, except for
   * sessions by a threshold
   */
  ledger = ledger() as Optional<Ledger | LedgerPart | undefined>;
  /** your name for the release, in its record and in the ledger */
  label = label();
  /** the date of the release */
  date = date();
}

class TopKQuestionFields {
  /** the maximum number of items to return; no more than outcomes are left */
  k = whole(2);
  /** default: the session's */
  kBar = optional(number(), undefined);
  /** as for `topK`; default: the session's. Sessions by a threshold need it for columns with user ids */
  perUser = optional(perUserOrSpread(), undefined);
  /** your name for the answer, in its record */
  label = label();
  /** the date of the release */
  date = date();
}

/**
 * The limits of a `TopKSession`: outcomes, calls and loss.
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
