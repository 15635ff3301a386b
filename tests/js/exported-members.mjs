// Everything that the package exports and people call: functions, members of namespaces, classes and their methods.
import * as logstar from "../../dist/index.js";

/** Exports without user input, and error classes; load() has its own tests. */
/** Stores have tests of their own (tests/js/spend.test.mjs, tests/browser/shared-ledger.test.mjs). */
const stores = [
  ...["createLedger", "spend", "ledgerInBrowser", "ledgersInBrowser", "endLedgerInBrowser"],
];
export const others = ["BudgetExceeded", "EntropyUnavailable", "load", "version", ...stores];

/** The functions of a namespace, a class with its methods that take arguments, or a function. */
function membersOf(name) {
  const value = logstar[name];
  if (typeof value === "object") return Object.keys(value).map((member) => `${name}.${member}`);
  if (!/^class\b/.test(Function.prototype.toString.call(value))) return [name];
  const taking = (holder) =>
    Object.entries(Object.getOwnPropertyDescriptors(holder))
      .filter(([member]) => member !== "constructor")
      .filter(([, { value: method }]) => typeof method === "function" && method.length > 0)
      .map(([member]) => `${name}.${member}`);
  return [name, ...taking(value), ...taking(value.prototype)];
}

/** The names, in order. */
export const exportedMembers = () =>
  Object.keys(logstar)
    .filter((name) => !others.includes(name))
    .flatMap(membersOf)
    .sort();
