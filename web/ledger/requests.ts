import { Declaration } from "../core/declaration.js";
import {
  choice,
  delta,
  flag,
  type Needed,
  neighbors,
  number,
  type Optional,
  type OptionsOf,
  optional,
  type Request,
  whole,
} from "../core/fields.js";
import { describe } from "../core/options.js";
import { AllStepsFields } from "./composition.js";
import { date, label } from "./fields.js";
import type { Loss } from "./ledger.js";
import { type Unit, units } from "./unit.js";

class BudgetFields {
  /** the total, 1e-9 to 10,000 */
  epsilon = number();
  /** the total, 0 to below 1; default 0 */
  delta = optional(delta(), 0);
  /** the neighbours of the total; default "add-remove" */
  neighbors = neighbors();
  /**
   * "basic" (default): losses add up. "concentrated": many small losses also add up as zero-concentrated
   * differential privacy, which fits more of them into the budget, at the price of `tail`.
   */
  composition = optional(choice(["basic", "concentrated"] as const), "basic");
  /** the part of delta that "concentrated" keeps for unlucky losses; default half of it */
  tail: Optional<number> = {
    ...number(1e-4),
    fallback: ({ composition, delta }) => (composition === "basic" ? 0 : delta / 2),
  };
  /**
   * the unit of privacy: "user", one person with all rows, or "record", one row; the ledger rejects releases of
   * the other kind. By default the ledger charges releases of both kinds, and its total holds only for people
   * with at most one record. Set it if people have several rows.
   */
  unit = optional(choice(units), undefined);
}

const text = (): Needed<string> => ({
  kind: "text",
  example: "a mechanism",
  read: (name, value) => {
    if (typeof value === "string") return value;
    throw new TypeError(`${name} must be text, got ${describe(value)}`);
  },
});

/** The unit that a release protects: releases that protect labels take no ledger. */
const protects = () => choice(["records", "users"] as const);

class ChargeFields {
  /** the name of the mechanism */
  mechanism = text();
  /** the loss it will spend, 0 to 1e9 */
  epsilon = number();
  /** the addend of the guarantee, 0 to 1 */
  delta = delta();
  /** the neighbours of the loss */
  neighbors: Needed<"add-remove" | "replace"> = { ...neighbors(), fallback: undefined };
  /** whether the mechanism is epsilon-bounded-range (or delta) */
  boundedRange = flag();
  /** its cost in zero-concentrated differential privacy, if lower */
  rho = optional(number(0.1), undefined);
  /** the unit whose presence it hides: "users" with all their rows, or "records" (default) */
  protects = optional(protects(), "records");
  /** your name for the release, in the ledger */
  label = label();
  /** the date of the release */
  date = date();
}

class SessionFields {
  /** the name of the mechanism */
  mechanism = text();
  /** the privacy loss of each outcome, 1e-9 to 10,000 */
  epsilon = number();
  /** their maximum number */
  outcomes = whole();
  /** the delta of each call, 0 to below 1 */
  delta = delta();
  /** their maximum number */
  calls = whole();
  /** the unit whose presence it hides: "users" with all their rows, or "records" (default) */
  protects = optional(protects(), "records");
  /** your name for the release, in the ledger */
  label = label();
  /** the date of the release */
  date = date();
}

class DeclaredStepsFields extends AllStepsFields {
  /** your name for all of them, in the ledger */
  label = label();
  /** the date of their declaration, in the same places */
  date = date();
}

/**
 * Options of `Ledger.steps`: the loss of all steps.
 * @interface
 */
export type DeclaredStepsOptions = OptionsOf<DeclaredStepsFields>;

/**
 * Options of `Ledger`: the budget, and its arithmetic.
 * @interface
 */
export type LedgerOptions = OptionsOf<BudgetFields>;

/** The total of a ledger, with its defaults. */
export type Budget = Request<BudgetFields>;

/**
 * A mechanism's request to a ledger.
 * @interface
 */
export type LedgerRequest = OptionsOf<ChargeFields>;

/**
 * A pay-what-you-get session's request to a ledger.
 * @interface
 */
export type SessionRequest = OptionsOf<SessionFields>;

/** A session that a ledger has charged in full. */
export interface OpenSession {
  /** the parameters of each outcome and each call */
  granted: Loss;
  /** adds its record to the ledger */
  attach: (record: object) => void;
  /** returns the unused outcomes and calls to the ledger; once */
  settle: (returned: number, called: number) => void;
  /** the ledger's unit, which each answer must protect */
  unit?: Unit;
}

/** The total of a ledger. */
export const ledgerDeclaration = new Declaration({
  name: "Ledger",
  Fields: BudgetFields,
  example: { options: { composition: "concentrated" } },
});

/** Releases whose number and size are fixed before the first, paid for at once. */
export const ledgerStepsDeclaration = new Declaration({
  name: "Ledger.steps",
  Fields: DeclaredStepsFields,
});

/** A mechanism's request to a ledger, or to a part or declared steps of it. */
export const ledgerChargeDeclaration = new Declaration({
  name: "Ledger.charge",
  Fields: ChargeFields,
});

/** A session's request to a ledger, if it pays per outcome. */
export const ledgerSessionDeclaration = new Declaration({
  name: "Ledger.openSession",
  Fields: SessionFields,
});
