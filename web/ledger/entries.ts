import { neighbors } from "../core/fields.js";
import { choiceOption, describe, numberOption, wholeOption } from "../core/options.js";
import { composition } from "./composition.js";
import { Groups } from "./groups.js";
import { nameOption } from "./parts.js";
import { LedgerSteps } from "./steps.js";

/**
 * A charge of a ledger.
 * @typedef {object} LedgerEntry
 * @property {string} mechanism the function, and by which mechanism
 * @property {{ epsilon: number, delta: number, rho: number }} asked what the release may cost
 * @property {{ epsilon: number, delta: number, rho: number }} charged what the ledger counts for it
 * @property {string} [label] what the caller called it
 * @property {string} [date] when it was asked, as the caller says, in ISO 8601
 * @property {"add-remove" | "replace"} neighbors what the loss is about
 * @property {"records" | "users"} [protects] whose presence it hides; of declared steps their records say it
 * @property {"reserved" | "spent" | "open" | "settled" | "withdrawn"} status how far it is: an open session
 *   is settled when it ends, what was withdrawn costs nothing
 * @property {import("./groups.js").PartName} [part] the part that was asked
 * @property {{ name: string, steps: number, kind: string, perStep: import("./ledger.js").Loss, used: number }} [steps]
 *   of declared steps: how many, what each may spend, how many are used
 * @property {{ epsilon: number, outcomes: number, delta: number, calls: number }} [session] of a session:
 *   epsilon for each outcome, delta for each call
 * @property {number} [returned] the session's outcomes that were used
 * @property {number} [called] the session's calls that were used
 * @property {import("./record.js").ReleaseRecord} [record] of a release
 * @property {import("./record.js").ReleaseRecord[]} [records] of the steps, or of a session's releases
 */

/**
 * An entry of a saved ledger as the core takes it. It is read by hand, not as options are: errors say where in the
 * file something is wrong, what records hold stays as it is, and versions may have saved more than this one reads.
 * @param {any} entry
 * @param {Groups} groups
 */
export function savedEntry(entry, groups) {
  if (typeof entry?.mechanism !== "string") {
    throw new TypeError(`entries.mechanism must be text, got ${describe(entry?.mechanism)}`);
  }
  const statuses = ["reserved", "spent", "open", "settled", "withdrawn"];
  const charge = (/** @type {string} */ name) => ({
    epsilon: numberOption(`entries.${name}.epsilon`, entry?.[name]?.epsilon),
    delta: numberOption(`entries.${name}.delta`, entry?.[name]?.delta),
    rho: numberOption(`entries.${name}.rho`, entry?.[name]?.rho),
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

/** So many parts version 0.1 kept apart in one group. */
const mostPartsOf01 = 1e6;

/**
 * The declared groups of a saved ledger. Version 0.1 gave them no names, and numbers to their parts: a
 * group is named as it was declared then, its parts "0", "1" and so on.
 * @param {any[]} saved
 */
export function savedGroups(saved) {
  const groups = new Groups();
  for (const group of saved) {
    const { declaration, parts } = group ?? {};
    if (typeof declaration !== "string") {
      throw new TypeError(`groups.declaration must be text, got ${describe(declaration)}`);
    }
    if (Array.isArray(parts)) {
      const names = parts.map((part) => nameOption("groups.parts", part));
      groups.add(nameOption("groups.name", group.name), declaration, names);
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
 * The declared steps of a saved ledger, by entry. Those of version 0.1 cannot be gone on with: it did
 * not save how many were used. They stay paid for.
 * @param {any[]} entries
 * @param {import("./requests.js").Budget} budget
 * @returns {Map<number, LedgerSteps>}
 */
export function savedSteps(entries, budget) {
  const all = new Map();
  const names = new Set();
  entries.forEach(({ steps: saved, asked, records = [] }, index) => {
    if (saved === undefined) return;
    const name = nameOption("entries.steps.name", saved?.name);
    if (names.has(name)) {
      throw new RangeError(`steps must have names of their own, got ${describe(name)} twice`);
    }
    names.add(name);
    const { steps, kind } = saved;
    const most = composition.perStep({ steps, kind, epsilon: asked.epsilon, delta: asked.delta });
    const perStep = { ...most };
    for (const part of /** @type {("epsilon" | "delta")[]} */ (["epsilon", "delta"])) {
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

/**
 * @param {any} part
 * @param {Groups} groups
 */
function savedPart(part, groups) {
  if (part === undefined) return undefined;
  if (typeof part?.group === "string") {
    return groups.keep({
      group: part.group,
      name: nameOption("entries.part.name", part.name),
    });
  }
  const numbers = {
    group: wholeOption("entries.part.group", part?.group, 0, 2 ** 32 - 1),
    index: wholeOption("entries.part.index", part?.index, 0, 2 ** 32 - 1),
  };
  groups.namesOf(numbers); // refuses what is none
  return numbers;
}

/** @param {any} entry */
function savedSession({ session, returned, called }) {
  if (session === undefined) return {};
  return {
    session: {
      epsilon: numberOption("entries.session.epsilon", session?.epsilon),
      outcomes: wholeOption("entries.session.outcomes", session?.outcomes),
      delta: numberOption("entries.session.delta", session?.delta),
      calls: wholeOption("entries.session.calls", session?.calls),
    },
    returned: wholeOption("entries.returned", returned),
    called: wholeOption("entries.called", called),
  };
}
