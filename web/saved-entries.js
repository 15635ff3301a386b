import { choiceOption, numberOption, wholeOption } from "./options.js";

/**
 * An entry of a saved ledger as the core takes it.
 * @param {any} entry
 */
export function savedEntry(entry) {
  const statuses = ["reserved", "spent", "open", "settled", "withdrawn"];
  const charge = (/** @type {string} */ name) => ({
    epsilon: numberOption(`entries.${name}.epsilon`, entry?.[name]?.epsilon),
    delta: numberOption(`entries.${name}.delta`, entry?.[name]?.delta),
    rho: numberOption(`entries.${name}.rho`, entry?.[name]?.rho),
  });
  return {
    mechanism: String(entry?.mechanism),
    asked: charge("asked"),
    charged: charge("charged"),
    neighbors: choiceOption("entries.neighbors", entry.neighbors, ["add-remove", "replace"]),
    status: choiceOption("entries.status", entry.status, statuses),
    part: entry.part,
    ...savedSession(entry),
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
