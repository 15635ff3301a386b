// Every declared function at losses and sizes far apart: its valid example, with one option or two changed at a time.
import * as logstar from "../../dist/index.js";
import { declarations } from "../js/declared-calls.mjs";
import { calls } from "../js/valid-calls.mjs";
import { memberCalls } from "../js/valid-member-calls.mjs";
import { namespaceCalls } from "../js/valid-namespace-calls.mjs";

export const epsilons = [1e-6, 1e-3, 0.07, 3, 50, 700];
export const deltas = [0, 1e-12, 0.1];
const sizes = [1, 1000, 1e6, 1e9, 2 ** 40];
const wideDomains = {
  "reals()": () => logstar.reals(),
  "bigIntegers(64)": () => logstar.bigIntegers(64),
  "bigIntegers(2^20)": () => logstar.bigIntegers(2 ** 20),
  "text(2^20)": () => logstar.text(2 ** 20),
};

const isOptions = (value) =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** The fields of a function, of all its ways together. */
function fieldsOf(name) {
  const plain = name.replace(/, .*/, "").replace(/^accuracy\./, "");
  const ways = declarations.filter((one) => one.name === plain);
  return Object.assign({}, ...ways.map(({ Fields }) => new Fields()));
}

/** The values to try of one option. */
function valuesOf([name, { kind = "" }]) {
  if (/^(epsilon|delta|ledger|label|date)$/.test(name)) return [];
  const choices = [...kind.matchAll(/"([^"]+)"/g)].map(([, choice]) => choice);
  if (choices.length > 0) return choices.map((value) => ({ [name]: value }));
  if (/whole number/.test(kind)) return sizes.map((value) => ({ [name]: value }));
  if (/true or false/.test(kind)) return [{ [name]: true }];
  if (name === "confidence") return [{ confidence: 1 - 1e-9 }];
  return [];
}

const shown = (options) =>
  Object.entries(options)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");

/** The calls of one function: `{ title, run }`, of which `run` makes the call. */
export function* walked(name, { of, use, args }) {
  const fields = fieldsOf(name);
  const at = args().findLastIndex(isOptions);
  const call = (title, change) => ({
    title: `${name}: ${title}`,
    run: () => {
      const given = args();
      if (at >= 0) {
        const options = { ...given[at], ...change };
        for (const [key, value] of Object.entries(options))
          if (value === undefined) delete options[key];
        given[at] = options;
      }
      const made = of(...given);
      return use === undefined ? made : use(made, ...given);
    },
  });
  const options = at < 0 ? {} : args()[at];
  const hasLoss = "epsilon" in options || "epsilon" in fields;
  if (!hasLoss) return yield call("as it is", {});
  const takesDelta = "delta" in fields || "delta" in options;
  for (const epsilon of epsilons) {
    for (const delta of takesDelta ? deltas : [undefined]) {
      const loss = delta === undefined ? { epsilon } : { epsilon, delta };
      yield call(shown(loss), loss);
      // Further options at two losses only: a cliff of theirs is one at these, too.
      if ((epsilon !== 1e-6 && epsilon !== 3) || delta === 0.1) continue;
      for (const change of Object.entries(fields).flatMap(valuesOf)) {
        yield call(shown({ ...loss, ...change }), { ...loss, ...change });
      }
      if (!("domain" in options)) continue;
      for (const [domain, make] of Object.entries(wideDomains)) {
        yield call(shown({ ...loss, domain }), { ...loss, domain: make() });
      }
    }
  }
}

/** All functions by name, those of accuracy and plans included. */
export const all = { ...calls, ...memberCalls, ...namespaceCalls };
