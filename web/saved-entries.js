import { choiceOption, describe, neighborsOption, numberOption, wholeOption } from "./options.js";

/**
 * A charge of a ledger.
 * @typedef {object} LedgerEntry
 * @property {string} mechanism the function, and by which mechanism
 * @property {{ epsilon: number, delta: number, rho: number }} asked what the release may cost
 * @property {{ epsilon: number, delta: number, rho: number }} charged what the ledger counts for it
 * @property {"add-remove" | "replace"} neighbors what the loss is about
 * @property {"reserved" | "spent" | "open" | "settled" | "withdrawn"} status how far it is: an open session
 *   is settled when it ends, what was withdrawn costs nothing
 * @property {{ group: number, index: number }} [part] the part that was asked
 * @property {import("./record.js").ReleaseRecord} [record] of a release
 * @property {import("./record.js").ReleaseRecord[]} [records] of the steps, or of a session's releases
 */

/**
 * An entry of a saved ledger as the core takes it.
 * @param {any} entry
 */
export function savedEntry(entry) {
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
    neighbors: neighborsOption(entry.neighbors, "entries.neighbors"),
    status: choiceOption("entries.status", entry.status, statuses),
    part: savedPart(entry.part),
    ...savedSession(entry),
  };
}

/**
 * A declared group of parts of a saved ledger.
 * @param {any} group
 */
export function savedGroup(group) {
  if (typeof group?.declaration !== "string") {
    throw new TypeError(`groups.declaration must be text, got ${describe(group?.declaration)}`);
  }
  const parts = wholeOption("groups.parts", group.parts, 1, 1e6);
  return { declaration: group.declaration, parts };
}

/** @param {any} part */
function savedPart(part) {
  if (part === undefined) return undefined;
  return {
    group: wholeOption("entries.part.group", part?.group, 0, 2 ** 32 - 1),
    index: wholeOption("entries.part.index", part?.index, 0, 2 ** 32 - 1),
  };
}

/** @param {any} entry */
function savedSession({ session, returned, called }) {
  if (session === undefined) return {};
  const most = Number.MAX_SAFE_INTEGER;
  return {
    session: {
      epsilon: numberOption("entries.session.epsilon", session?.epsilon),
      outcomes: wholeOption("entries.session.outcomes", session?.outcomes, 1, most),
      delta: numberOption("entries.session.delta", session?.delta),
      calls: wholeOption("entries.session.calls", session?.calls, 1, most),
    },
    returned: wholeOption("entries.returned", returned, 0, most),
    called: wholeOption("entries.called", called, 0, most),
  };
}
