import { checkDomain, reals } from "./domains.js";
import { RectangleHypothesis } from "./hypothesis-rectangle.js";
import { ThresholdHypothesis } from "./hypothesis-threshold.js";
import { laidOut } from "./labelled-columns.js";
import { domainsOf } from "./learn-rectangle-options.js";
import { call } from "./load.js";
import { choiceOption, describe } from "./options.js";
import { byLabel } from "./records.js";
import { rightLabels, rulesOf } from "./rules.js";

/**
 * A class of rules that the core builds itself from public values: "thresholds", one for each value, or
 * "boxes", one for each way in which boxes label the values (an interval is a box of one axis).
 * @typedef {"thresholds" | "boxes"} RuleClass
 */

/**
 * What goes with a class of rules.
 * @typedef {object} RuleClassOptions
 * @property {import("./domains.js").Domain<any> | import("./domains.js").Domain<any>[]} [domain] of a
 *   class' values, for boxes one or one for each axis; default `reals()`
 * @property {"below" | "above"} [ones] of thresholds: on which side label 1 is; default "below"
 */

/**
 * Draws one rule; `rules` is how many there were.
 * @typedef {(request: object) => { value: any, rules: number }} RuleDraw
 */

/**
 * @param {unknown} rules
 * @returns {rules is RuleClass}
 */
export function isRuleClass(rules) {
  return rules === "thresholds" || rules === "boxes";
}

/**
 * The columns that a class of rules is about, or that listed rules are.
 * @param {unknown} rules
 * @param {any} x
 * @param {string} name what errors call it
 * @returns {any[]}
 */
export function columnsFor(rules, x, name) {
  if (rules !== "boxes") return [x];
  if (!Array.isArray(x) || x.length === 0 || typeof x[0] === "number") {
    throw new TypeError(`${name} must be an array of columns, got ${describe(x)}`);
  }
  return x;
}

/**
 * How to draw among listed rules.
 * @param {unknown} list
 * @param {import("./records.js").Records} records
 * @returns {RuleDraw}
 */
export function amongRules(list, records) {
  const rules = rulesOf(list);
  const right = rightLabels(rules, records);
  return (request) => {
    const { index } = call("drawRule", right, request);
    return { value: rules[index], rules: rules.length };
  };
}

/**
 * How to draw among the rules of a class that public values build.
 * @param {RuleClass} rules
 * @param {any[]} building columns of values, nothing in them missing
 * @param {import("./records.js").Records} records with as many columns
 * @param {RuleClassOptions} options
 * @returns {RuleDraw}
 */
export function amongClass(rules, building, records, { domain = reals(), ones = "below" }) {
  choiceOption("ones", ones, ["below", "above"]);
  if (rules === "thresholds") {
    checkDomain(domain);
    return amongThresholds(building[0], records, /** @type {any} */ (domain), ones);
  }
  if (building.length !== records.columns.length) {
    throw new RangeError(
      `unlabelled must be as many columns as x, ${records.columns.length}, got ${building.length}`,
    );
  }
  return amongBoxes(building, records, domainsOf(domain, building.length));
}

/**
 * @param {any} building
 * @param {import("./records.js").Records} records
 * @param {import("./domains.js").Domain<any>} domain
 * @param {"below" | "above"} ones
 * @returns {RuleDraw}
 */
function amongThresholds(building, records, domain, ones) {
  // Label 1 is the lower side in the core.
  const split = byLabel(records);
  const sides = ones === "below" ? [split.ones, split.zeros] : [split.zeros, split.ones];
  const columns = [building, ...sides.map(([values]) => values)].map((values) =>
    laidOut(values, domain),
  );
  return (request) => {
    const { rules, none, last } = call("drawPublicThreshold", ...columns, request);
    const threshold = none ? null : domain.decode(last);
    const constant = ones === "below" ? 0 : 1;
    return { value: new ThresholdHypothesis({ threshold, ones, constant }), rules };
  };
}

/**
 * @param {any[]} building
 * @param {import("./records.js").Records} records
 * @param {import("./domains.js").Domain<any>[]} domains
 * @returns {RuleDraw}
 */
function amongBoxes(building, { columns, labels }, domains) {
  const points = columns.map((column, axis) => laidOut(column, domains[axis]));
  const public_ = building.map((column, axis) => laidOut(column, domains[axis]));
  return (request) => {
    const { rules, lowest, highest } = call("drawPublicBox", public_, points, labels, request);
    const sides = [lowest, highest].map((/** @type {any[]} */ side) =>
      side.map((value, axis) => domains[axis].decode(value)),
    );
    return { value: new RectangleHypothesis(sides[0], sides[1]), rules };
  };
}
