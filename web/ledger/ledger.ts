import { BudgetExceeded } from "../core/errors.js";
import { readOptions } from "../core/fields.js";
import { call } from "../core/load.js";
import { describe } from "../core/options.js";
import { parsedJson } from "../data/plain-values.js";
import { version } from "../version.js";
import { composition } from "./composition.js";
import {
  type LedgerEntry,
  plainEntries,
  savedEntries,
  savedGroups,
  savedSteps,
} from "./entries.js";
import { Groups, type PartName } from "./groups.js";
import { checkHead, headOf, ResumeFields, type ResumeOptions } from "./head.js";
import { type Note, noteOf, savedNote, splitNote } from "./note.js";
import { type LedgerPart, LedgerParts, nameOption } from "./parts.js";
import {
  type DeclaredStepsOptions,
  type LedgerOptions,
  type LedgerRequest,
  ledgerChargeDeclaration,
  ledgerDeclaration,
  ledgerSessionDeclaration,
  ledgerStepsDeclaration,
  type OpenSession,
  type SessionRequest,
} from "./requests.js";
import type { Rows } from "./rows.js";
import { checkSameSteps, LedgerSteps, shownSteps, stateOf } from "./steps.js";
import type { StoredAccount } from "./stored-account.js";

/** A privacy loss. */
export interface Loss {
  /** the exponent of the factor by which chances may differ */
  epsilon: number;
  /** the addend beside that factor, 0 or more */
  delta: number;
}

/** The values of a mechanism's option `ledger`. */
export type AnyLedger = Ledger | LedgerPart | LedgerSteps | StoredAccount;

const released = new FinalizationRegistry((id: number) => call("disposeLedger", id));

/** The granted loss, and the number of the entry. */
type Granted = Loss & { entry: number };

/**
 * A budget for the privacy loss of everything published about one data set. It charges each request before any
 * value of the data is read or randomness drawn, and throws if the total would exceed the budget. An error
 * after the charge leaves it spent.
 *
 * Privacy: everything released through one ledger is (epsilon, delta)-differentially private together,
 * whatever is asked and in which order, also depending on earlier answers.
 * Source: Rogers et al. 2016; Feldman, Zrnic 2021; Whitehouse et al. 2023 ("concentrated");
 * docs/guarantees/composition.md.
 *
 * Its arithmetic is exact: 0.1 fits into 1 exactly ten times.
 */
export class Ledger {
  #id;
  #budget;
  #groups = new Groups();
  /** by entry */
  #steps: Map<number, LedgerSteps> = new Map();
  /** the release record of each entry, of a session all of them */
  #records: (object | object[] | undefined)[] = [];
  /** of each entry */
  #notes: Note[] = [];

  /** @throws {RangeError | TypeError} */
  constructor(options: LedgerOptions) {
    this.#budget = ledgerDeclaration.read(options);
    this.#id = call<{ id: number }>("createLedger", this.#budget).id;
    released.register(this, this.#id, this);
  }

  /** @returns the budget and its arithmetic */
  get budget(): LedgerOptions {
    const { unit, ...budget } = this.#budget;
    return unit === undefined ? budget : { ...budget, unit };
  }

  /** @returns the spent loss */
  get spent(): Loss {
    return call<{ spent: Loss }>("ledgerTotals", this.#id).spent;
  }

  /** @returns the largest loss that one more request may have */
  get remaining(): Loss {
    return call<{ remaining: Loss }>("ledgerTotals", this.#id).remaining;
  }

  /** @returns every charge, in order, with its release record, or the records of its steps */
  get entries(): LedgerEntry[] {
    const entries = plainEntries(call<Rows>("ledgerEntries", this.#id), this.#groups);
    entries.forEach((entry, index) => {
      Object.assign(entry, this.#notes[index]);
      const steps = this.#steps.get(index);
      const found = this.#records[index];
      if (steps !== undefined) Object.assign(entry, shownSteps(stateOf(steps)));
      else if (Array.isArray(found)) entry.records = [...found];
      else if (found !== undefined) Object.assign(entry, { record: found });
    });
    return entries;
  }

  /**
   * Declares disjoint parts of the data: queries on different parts cost the maximum, not the sum. Calls with
   * the same name mean the same parts, also after saving and resuming.
   * @param name the criterion: "region"
   * @param declaration why they are disjoint, in your words; kept with the ledger
   * @returns parts whose `part(name)` queries on that part take as `ledger`
   * @throws {RangeError | TypeError} if they were declared before with another declaration
   */
  parallel(name: string, declaration: string): LedgerParts {
    nameOption("name", name);
    if (typeof declaration !== "string" || declaration === "") {
      throw new TypeError(
        `declaration must say why the parts are disjoint, got ${describe(declaration)}`,
      );
    }
    const before = this.#groups.declarationOf(name);
    if (before !== undefined && before !== declaration) {
      throw new RangeError(
        `declaration of ${describe(name)} must stay ${describe(before)}, got ${describe(declaration)}`,
      );
    }
    if (before === undefined) {
      call("declareParallel", this.#id, declaration);
      this.#groups.add(name, declaration);
    }
    return new LedgerParts(this, name);
  }

  /**
   * Pays for a declared number of releases at once. Many small ones cost less together than their sum,
   * but only if their number and size are fixed before the first. Calls with the same name return the same
   * steps, charged once, also after saving and resuming.
   * @param name the purpose: "weekly"
   * @param options `adaptive` must not be false: a ledger does not see what its steps depend on
   * @returns a ledger for each of the releases; its `perStep` is the maximum loss of each. Unused steps are lost.
   *   Found again, they keep the label and the date of the first time.
   * @throws {BudgetExceeded}
   * @throws {RangeError | TypeError} also if they were declared before with other numbers
   */
  steps(name: string, options: DeclaredStepsOptions): LedgerSteps {
    nameOption("name", name);
    const { request: read, note } = splitNote(ledgerStepsDeclaration.read(options));
    const { adaptive, ...asked } = read;
    if (!adaptive) {
      throw new RangeError(
        "adaptive must be true (or left out) in a ledger, where a step may be chosen by earlier answers, got false",
      );
    }
    composition.perStep(asked); // rejects invalid values before the charge
    const before = [...this.#steps.values()].find((one) => stateOf(one).name === name);
    if (before !== undefined) {
      checkSameSteps(stateOf(before), asked);
      return before;
    }
    const budget = this.#budget;
    const { neighbors } = budget;
    const { steps, epsilon, delta } = asked;
    const mechanism = `${name}, ${steps} steps`;
    const terms = ledgerChargeDeclaration.read({
      mechanism,
      epsilon,
      delta,
      neighbors,
      boundedRange: false,
    });
    // Each step's record states the unit that it protects.
    const request = { ...terms, ...note, protects: undefined };
    // Computed before the charge, so that no error can lose charged steps.
    const perStep = composition.perStep({ ...asked, ...call<Loss>("grantOf", request) });
    const { entry } = this.#askCore("spend", request, terms);
    const made = new LedgerSteps({ name, asked, perStep, budget, used: 0, records: [] });
    this.#steps.set(entry, made);
    return made;
  }

  /**
   * Charges a request for good; for mechanisms.
   * @returns the mechanism's parameters, and the place of its record
   * @throws {BudgetExceeded} naming the requested and the remaining loss
   */
  charge(
    request: LedgerRequest,
    part?: PartName,
  ): { granted: Loss; attach: (record: object) => void } {
    const asked = ledgerChargeDeclaration.read(request);
    const { entry, ...granted } = this.#askCore("spend", asked, asked, part);
    return {
      granted,
      attach: (record) => {
        this.#records[entry] = record;
      },
    };
  }

  /**
   * Charges a pay-what-you-get session in full until it is settled; for mechanisms.
   * @throws {BudgetExceeded}
   */
  openSession(request: SessionRequest, part?: PartName): OpenSession {
    const terms = ledgerSessionDeclaration.read(request);
    const { epsilon, outcomes, delta, calls } = terms;
    const asked = { epsilon: epsilon * outcomes, delta: delta * calls };
    const { entry, ...granted } = this.#askCore("openSession", terms, asked, part);
    return {
      granted,
      attach: (record) => {
        this.#records[entry] = record;
      },
      settle: (returned, called) => call("settleSession", this.#id, entry, returned, called),
      unit: this.#budget.unit,
    };
  }

  /**
   * @param request as it was read: the core takes the fields that it knows, and no note
   * @param asked in all
   */
  #askCore(verb: string, request: object, { epsilon, delta }: Loss, part?: PartName) {
    const numbers = part && this.#groups.numbersOf(part);
    try {
      const answer = call<Granted>(verb, this.#id, { ...request, part: numbers });
      if (part) this.#groups.keep(part, numbers!);
      this.#notes[answer.entry] = noteOf(request);
      return answer;
    } catch (error) {
      if (error instanceof BudgetExceeded) {
        error.asked = { epsilon, delta };
        error.left = this.remaining;
      }
      throw error;
    }
  }

  /**
   * A hash of the budget, the groups and the entries as they are now. Kept elsewhere, it distinguishes this
   * ledger, saved now, from older copies of it (`Ledger.fromJSON`). It changes with whatever is charged or
   * recorded.
   * @returns SHA-256, in hex
   */
  get head(): string {
    return this.toJSON().head;
  }

  /** Plain data to save the ledger with; `ledger.schema.json` in the package describes it. */
  toJSON() {
    const { budget, spent, remaining, entries } = this;
    const groups = this.#groups.toJSON();
    const sealed = { count: entries.length, head: headOf({ budget, groups, entries }) };
    return { logstar: version, budget, spent, remaining, ...sealed, groups, entries };
  }

  /**
   * Continues a saved ledger. Every charge is computed again and the larger one counts, so a resumed
   * ledger is never more generous than the saved one.
   * @param saved the result of `toJSON`, or its text
   * @throws {RangeError | TypeError} if it is not a saved ledger, is damaged, is not the requested copy, or has
   *   spent more than its total
   */
  static fromJSON(saved: string | object, options: ResumeOptions = {}): Ledger {
    const wanted = readOptions("Ledger.fromJSON", ResumeFields, options);
    const plain = parsedJson(saved);
    if (!Array.isArray(plain?.entries) || !Array.isArray(plain?.groups)) {
      throw new TypeError(`a saved ledger must have entries and groups, got ${describe(saved)}`);
    }
    checkHead(plain, wanted);
    const ledger = new this(plain.budget);
    const groups = savedGroups(plain.groups);
    const notes = Array.from(plain.entries, savedNote);
    const entries = savedEntries(plain.entries, groups);
    const state = { budget: ledger.#budget, groups: groups.toJSON() };
    const { id } = call<{ id: number }>("resumeLedger", state, entries);
    ledger.dispose();
    ledger.#id = id;
    ledger.#groups = groups;
    ledger.#steps = savedSteps(plain.entries, ledger.#budget);
    ledger.#records = plain.entries.map((entry: any) => entry.record ?? entry.records);
    ledger.#notes = notes;
    released.register(ledger, id, ledger);
    return ledger;
  }

  /** Frees the memory in the core; the ledger cannot be used afterwards. */
  dispose() {
    released.unregister(this);
    call("disposeLedger", this.#id);
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.dispose();
  }
}
