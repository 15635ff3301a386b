import { neighbors } from "../core/fields.js";
import {
  choiceOption,
  describe,
  type Fields,
  fieldsOf,
  numberOption,
  wholeOption,
} from "../core/options.js";
import { composition } from "./composition.js";
import { Groups, type PartName, type PartNumber } from "./groups.js";
import type { Loss } from "./ledger.js";
import { nameOption } from "./parts.js";
import type { ReleaseRecord } from "./record.js";
import type { Budget } from "./requests.js";
import { type Rows, RowsReader, RowsWriter } from "./rows.js";
import { LedgerSteps } from "./steps.js";

/** A charge of a ledger. */
export interface LedgerEntry {
  /** the function, and its mechanism */
  mechanism: string;
  /** the maximum cost of the release */
  asked: { epsilon: number; delta: number; rho: number };
  /** the cost in the ledger's total */
  charged: { epsilon: number; delta: number; rho: number };
  /** the caller's name for it */
  label?: string;
  /** its date, by the caller, in ISO 8601 */
  date?: string;
  /** the neighbours of the loss */
  neighbors: "add-remove" | "replace";
  /** the unit whose presence it hides; of declared steps in their records */
  protects?: "records" | "users";
  /** its state: an open session is settled when it ends; a withdrawn one costs nothing */
  status: "reserved" | "spent" | "open" | "settled" | "withdrawn";
  /** the part that was asked */
  part?: PartName;
  /** for declared steps: their number, the loss of each, and the number used */
  steps?: { name: string; steps: number; kind: string; perStep: Loss; used: number };
  /** for a session: epsilon for each outcome, delta for each call */
  session?: { epsilon: number; outcomes: number; delta: number; calls: number };
  /** the session's outcomes that were used */
  returned?: number;
  /** the session's calls that were used */
  called?: number;
  /** the record of a release */
  record?: ReleaseRecord;
  /** the records of the steps, or of a session's releases */
  records?: ReleaseRecord[];
}

const protectedUnits = ["records", "users"];
const statuses = ["reserved", "spent", "open", "settled", "withdrawn"];
/** The names of a charge's numbers, as errors say them. */
const namesOfCharge = (charge: string) => ({
  epsilon: `entries.${charge}.epsilon`,
  delta: `entries.${charge}.delta`,
  rho: `entries.${charge}.rho`,
});
const chargeNames = { asked: namesOfCharge("asked"), charged: namesOfCharge("charged") };
const neighborsField = neighbors();

/** The core's entries, by the description of a `LedgerEntry` there, without their notes and records. */
export function plainEntries(saved: Rows, groups: Groups): LedgerEntry[] {
  const rows = new RowsReader(saved);
  const entries: LedgerEntry[] = [];
  while (!rows.ended) {
    const entry = {
      mechanism: rows.text(),
      asked: plainCharge(rows),
      charged: plainCharge(rows),
      neighbors: rows.text<"add-remove" | "replace">(),
    } as LedgerEntry;
    if (rows.optional()) entry.protects = rows.text<"records" | "users">();
    entry.status = rows.text();
    if (rows.optional()) {
      entry.part = groups.namesOf({ group: rows.number(), index: rows.number() });
    }
    if (rows.optional()) Object.assign(entry, plainSession(rows));
    entries.push(entry);
  }
  return entries;
}

const plainCharge = (rows: RowsReader) => ({
  epsilon: rows.number(),
  delta: rows.number(),
  rho: rows.number(),
});

function plainSession(rows: RowsReader) {
  const [epsilon, outcomes, delta, calls] = Array.from({ length: 4 }, () => rows.number());
  const session = { epsilon, outcomes, delta, calls } as LedgerEntry["session"];
  return { session, returned: rows.number(), called: rows.number() };
}

/**
 * The entries of a saved ledger as the core takes them. Each field has its own reader, not that of options. So
 * errors name the place in the file, records stay as they are, and unknown fields of other versions do no harm.
 */
export function savedEntries(saved: unknown[], groups: Groups): Rows {
  const rows = new RowsWriter();
  for (const one of saved) writeEntry(rows, fieldsOf(one), groups);
  return rows;
}

function writeEntry(rows: RowsWriter, entry: Readonly<Record<string, unknown>>, groups: Groups) {
  const { mechanism, protects, session } = entry;
  if (typeof mechanism !== "string") {
    throw new TypeError(`entries.mechanism must be text, got ${describe(mechanism)}`);
  }
  rows.text(mechanism);
  writeCharge(rows, chargeNames.asked, entry.asked as Fields);
  writeCharge(rows, chargeNames.charged, entry.charged as Fields);
  rows.text(neighborsField.read("entries.neighbors", entry.neighbors));
  if (rows.optional(protects)) {
    rows.text(choiceOption("entries.protects", protects, protectedUnits));
  }
  rows.text(choiceOption("entries.status", entry.status, statuses));
  const part = savedPart(entry.part, groups);
  if (rows.optional(part)) {
    rows.number(part!.group);
    rows.number(part!.index);
  }
  if (rows.optional(session)) writeSession(rows, entry, fieldsOf(session));
}

function writeCharge(rows: RowsWriter, names: typeof chargeNames.asked, charge: Fields) {
  rows.number(numberOption(names.epsilon, charge?.epsilon));
  rows.number(numberOption(names.delta, charge?.delta));
  rows.number(numberOption(names.rho, charge?.rho));
}

/** The maximum number of parts in a group of version 0.1. */
const mostPartsOf01 = 1e6;

/**
 * The declared groups of a saved ledger. Version 0.1 gave them no names, and numbers to their parts: a
 * group is named as it was declared then, its parts "0", "1" and so on.
 */
export function savedGroups(saved: unknown[]) {
  const groups = new Groups();
  for (const group of saved) {
    const { name: named, declaration, parts } = fieldsOf(group);
    if (typeof declaration !== "string") {
      throw new TypeError(`groups.declaration must be text, got ${describe(declaration)}`);
    }
    if (Array.isArray(parts)) {
      const names = parts.map((part) => nameOption("groups.parts", part));
      groups.add(nameOption("groups.name", named), declaration, names);
      continue;
    }
    const count = wholeOption("groups.parts", parts, 1, mostPartsOf01);
    let name = declaration;
    for (let again = 2; groups.declarationOf(name) !== undefined; ++again) {
      name = `${declaration} (${again})`;
    }
    groups.add(
      name,
      declaration,
      Array.from({ length: count }, (_, index) => `${index}`),
    );
  }
  return groups;
}

/**
 * The declared steps of a saved ledger, by entry. Steps of version 0.1 cannot resume, as that version did not
 * save the number used. The charge for them stands. They stay paid for.
 */
export function savedSteps(entries: any[], budget: Budget): Map<number, LedgerSteps> {
  const all = new Map();
  const names = new Set();
  entries.forEach(({ steps: saved, asked, records = [] }, index) => {
    if (saved === undefined) return;
    const name = nameOption("entries.steps.name", saved?.name);
    if (names.has(name)) {
      throw new RangeError(`steps must have different names, got ${describe(name)} twice`);
    }
    names.add(name);
    const { steps, kind } = saved;
    const most = composition.perStep({ steps, kind, epsilon: asked.epsilon, delta: asked.delta });
    const perStep = { ...most };
    for (const part of ["epsilon", "delta"] as ("epsilon" | "delta")[]) {
      perStep[part] = numberOption(`entries.steps.perStep.${part}`, saved.perStep?.[part]);
      if (perStep[part] >= 0 && perStep[part] <= most[part]) continue;
      throw new RangeError(
        `entries.steps.perStep.${part} must be at most what this version allows, ${most[part]}, got ${perStep[part]}`,
      );
    }
    if (!Array.isArray(records)) {
      throw new TypeError(`entries.records must be an array, got ${describe(records)}`);
    }
    const used = wholeOption("entries.steps.used", saved.used, records.length, steps);
    const terms = { steps, kind, epsilon: asked.epsilon, delta: asked.delta };
    const state = { name, asked: terms, perStep, budget, used, records: [...records] };
    all.set(index, new LedgerSteps(state));
  });
  return all;
}

function savedPart(saved: unknown, groups: Groups): PartNumber | undefined {
  if (saved === undefined) return undefined;
  const part = fieldsOf(saved);
  if (typeof part.group === "string") {
    return groups.keep({
      group: part.group,
      name: nameOption("entries.part.name", part.name),
    });
  }
  const numbers = {
    group: wholeOption("entries.part.group", part.group, 0, 2 ** 32 - 1),
    index: wholeOption("entries.part.index", part.index, 0, 2 ** 32 - 1),
  };
  groups.namesOf(numbers); // throws for an unknown part
  return numbers;
}

function writeSession(
  rows: RowsWriter,
  { returned, called }: Readonly<Record<string, unknown>>,
  { epsilon, outcomes, delta, calls }: Readonly<Record<string, unknown>>,
) {
  rows.number(numberOption("entries.session.epsilon", epsilon));
  rows.number(wholeOption("entries.session.outcomes", outcomes));
  rows.number(numberOption("entries.session.delta", delta));
  rows.number(wholeOption("entries.session.calls", calls));
  rows.number(wholeOption("entries.returned", returned));
  rows.number(wholeOption("entries.called", called));
}
