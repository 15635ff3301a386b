import { call } from "../core/load.js";
import { choiceOption, describe } from "../core/options.js";
import { checkDomain, reals } from "../data/domains.js";
import { checkHolder } from "../data/holders.js";
import { laidOut } from "../data/labelled-columns.js";
import { byLabel } from "../data/records.js";
import { RectangleHypothesis } from "./hypothesis-rectangle.js";
import { ThresholdHypothesis } from "./hypothesis-threshold.js";
import { domainsOf } from "./rectangle-options.js";
import { rightLabels } from "./rules.js";

/**
 * A class of rules that the core builds itself from public values: "thresholds", one for each value, or
 * "boxes", one for each way in which boxes label the values (an interval is a box of one axis).
 * @typedef {"thresholds" | "boxes"} RuleClass
 */

/**
 * What goes with a class of rules.
 * @typedef {object} RuleClassOptions
 * @property {import("../data/domains.js").Domain<any> | import("../data/domains.js").Domain<any>[]} [domain] of a
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
 * The columns that a class of rules is about, or that listed rules are. Nothing in them is read.
 * @param {unknown} rules
 * @param {any} x
 * @param {string} name what errors call it
 * @returns {any[]}
 */
export function columnsFor(rules, x, name) {
  if (rules === "boxes" && (!Array.isArray(x) || x.length === 0 || typeof x[0] === "number")) {
    throw new TypeError(`${name} must be an array of columns, got ${describe(x)}`);
  }
  const columns = rules === "boxes" ? x : [x];
  for (const column of columns) checkHolder(column, name);
  return columns;
}

/**
 * How to draw among listed rules.
 * @param {import("./rules.js").Rule[]} rules
 * @param {import("../data/records.js").Records} records
 * @returns {RuleDraw}
 */
export function amongRules(rules, records) {
  const right = rightLabels(rules, records);
  return (request) => {
    const { index } = call("drawRule", right, request);
    return { value: rules[index], rules: rules.length };
  };
}

/**
 * How to draw among the rules of a class. The options are checked at once, what it returns reads.
 * @param {RuleClass} rules
 * @param {number} axes how many columns there are
 * @param {RuleClassOptions} options
 * @returns {(building: any[], records: import("../data/records.js").Records) => RuleDraw} from columns of
 *   public values, nothing in them missing, and the records that choose
 */
export function amongClass(rules, axes, { domain = reals(), ones = "below" }) {
  choiceOption("ones", ones, ["below", "above"]);
  if (rules === "thresholds") {
    checkDomain(domain);
    const only = /** @type {import("../data/domains.js").Domain<any>} */ (domain);
    return ([building], records) => amongThresholds(building, records, only, ones);
  }
  const domains = domainsOf(domain, axes);
  return (building, records) => amongBoxes(building, records, domains);
}

/**
 * @param {any} building
 * @param {import("../data/records.js").Records} records
 * @param {import("../data/domains.js").Domain<any>} domain
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
 * @param {import("../data/records.js").Records} records
 * @param {import("../data/domains.js").Domain<any>[]} domains
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
