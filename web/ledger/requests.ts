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
  /** what the total is about; default "add-remove" */
  neighbors = neighbors();
  /**
   * "basic" (default): losses add up. "concentrated": many small losses are also added up as
   * zero-concentrated differential privacy, which lets more of them through, at the price of `tail`.
   */
  composition = optional(choice(["basic", "concentrated"] as const), "basic");
  /** the part of delta that "concentrated" keeps for unlucky losses; default half of it */
  tail: Optional<number> = {
    ...number(1e-4),
    fallback: ({ composition, delta }) => (composition === "basic" ? 0 : delta / 2),
  };
  /**
   * whose presence the total is about: "user", one person with all rows, or "record", one row; releases of the
   * other kind are refused. By default neither is, and the total holds as far as nobody has more than one
   * record. To be given where people have several rows.
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

/** Whose presence is hidden: labels alone take no ledger. */
const protects = () => choice(["records", "users"] as const);

class ChargeFields {
  /** what asks */
  mechanism = text();
  /** the loss it will spend, 0 to 1e9 */
  epsilon = number();
  /** the addend of the guarantee, 0 to 1 */
  delta = delta();
  /** what the loss is about */
  neighbors: Needed<"add-remove" | "replace"> = { ...neighbors(), fallback: undefined };
  /** whether the mechanism is epsilon-bounded-range (or delta) */
  boundedRange = flag();
  /** what it costs in zero-concentrated differential privacy, if that is less */
  rho = optional(number(0.1), undefined);
  /** whose presence it hides: "users" with all their rows, or "records" (default) */
  protects = optional(protects(), "records");
  /** what it is called in the ledger */
  label = label();
  /** when it was asked, for the same */
  date = date();
}

class SessionFields {
  /** what asks */
  mechanism = text();
  /** of each outcome, 1e-9 to 10,000 */
  epsilon = number();
  /** how many there are at most */
  outcomes = whole();
  /** of each call, 0 to below 1 */
  delta = delta();
  /** how many there are at most */
  calls = whole();
  /** whose presence it hides: "users" with all their rows, or "records" (default) */
  protects = optional(protects(), "records");
  /** what it is called in the ledger */
  label = label();
  /** when it was asked, for the same */
  date = date();
}

class DeclaredStepsFields extends AllStepsFields {
  /** what they are called in the ledger, all together */
  label = label();
  /** when they were declared, for the same */
  date = date();
}

/**
 * What declared steps may spend together.
 * @interface
 */
export type DeclaredStepsOptions = OptionsOf<DeclaredStepsFields>;

/**
 * The total of a ledger, and how it is counted.
 * @interface
 */
export type LedgerOptions = OptionsOf<BudgetFields>;

/** The same as it was read. */
export type Budget = Request<BudgetFields>;

/**
 * What a mechanism asks a ledger for.
 * @interface
 */
export type LedgerRequest = OptionsOf<ChargeFields>;

/**
 * What a pay-what-you-get session asks a ledger for.
 * @interface
 */
export type SessionRequest = OptionsOf<SessionFields>;

/** A session that a ledger has charged in full. */
export interface OpenSession {
  /** what each outcome and each call has to run with */
  granted: Loss;
  /** where its record goes */
  attach: (record: object) => void;
  /** gives back what was not used; once */
  settle: (returned: number, called: number) => void;
  /** of the ledger: what each answer has to hide */
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

/** What a mechanism asks a ledger for, or a part or declared steps of one. */
export const ledgerChargeDeclaration = new Declaration({
  name: "Ledger.charge",
  Fields: ChargeFields,
});

/** The same for a session that pays for what comes back. */
export const ledgerSessionDeclaration = new Declaration({
  name: "Ledger.openSession",
  Fields: SessionFields,
});
