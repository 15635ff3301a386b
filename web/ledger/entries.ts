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
import { Groups, type PartName } from "./groups.js";
import type { Loss } from "./ledger.js";
import { nameOption } from "./parts.js";
import type { ReleaseRecord } from "./record.js";
import type { Budget } from "./requests.js";
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

/**
 * An entry of a saved ledger as the core takes it. Each field has its own reader, not that of options. So
 * errors name the place in the file, records stay as they are, and unknown fields of other versions do no harm.
 */
export function savedEntry(saved: unknown, groups: Groups) {
  const entry = fieldsOf(saved);
  if (typeof entry.mechanism !== "string") {
    throw new TypeError(`entries.mechanism must be text, got ${describe(entry.mechanism)}`);
  }
  const statuses = ["reserved", "spent", "open", "settled", "withdrawn"];
  const charge = (name: string) => ({
    epsilon: numberOption(`entries.${name}.epsilon`, (entry[name] as Fields)?.epsilon),
    delta: numberOption(`entries.${name}.delta`, (entry[name] as Fields)?.delta),
    rho: numberOption(`entries.${name}.rho`, (entry[name] as Fields)?.rho),
  });
  return {
    mechanism: entry.mechanism,
    asked: charge("asked"),
    charged: charge("charged"),
    neighbors: neighbors().read("entries.neighbors", entry.neighbors),
    ...(entry.protects !== undefined && {
      protects: choiceOption("entries.protects", entry.protects, ["records", "users"]),
    }),
    status: choiceOption("entries.status", entry.status, statuses),
    part: savedPart(entry.part, groups),
    ...savedSession(entry),
  };
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

function savedPart(saved: unknown, groups: Groups) {
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

function savedSession(entry: Readonly<Record<string, unknown>>) {
  if (entry.session === undefined) return {};
  const { returned, called } = entry;
  const session = fieldsOf(entry.session);
  return {
    session: {
      epsilon: numberOption("entries.session.epsilon", session.epsilon),
      outcomes: wholeOption("entries.session.outcomes", session.outcomes),
      delta: numberOption("entries.session.delta", session.delta),
      calls: wholeOption("entries.session.calls", session.calls),
    },
    returned: wholeOption("entries.returned", returned),
    called: wholeOption("entries.called", called),
  };
}
