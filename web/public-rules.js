import { checkDomain, reals } from "./domains.js";
import { checkHolder } from "./holders.js";
import { RectangleHypothesis } from "./hypothesis-rectangle.js";
import { ThresholdHypothesis } from "./hypothesis-threshold.js";
import { splitByLabel } from "./labels.js";
import { domainsOf } from "./learn-rectangle-options.js";
import { call } from "./load.js";
import { choiceOption, describe } from "./options.js";
import { labelsOf, rightLabels, rulesOf } from "./rules.js";
import { columnOf, flat } from "./values.js";

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
 * How to draw among listed rules.
 * @param {unknown} list
 * @param {ArrayLike<any>} x
 * @param {import("./labels.js").Labels} y
 * @returns {RuleDraw}
 */
export function amongRules(list, x, y) {
  const rules = rulesOf(list);
  const right = rightLabels(rules, x, y);
  return (request) => {
    const { index } = call("drawRule", right, request);
    return { value: rules[index], rules: rules.length };
  };
}

/**
 * Checks what is public of a class and its values: the options, and what kinds of columns there are.
 * @param {RuleClass} rules
 * @param {any} building values, or for boxes columns of them
 * @param {any} x
 * @param {RuleClassOptions} options
 */
export function checkRuleClass(rules, building, x, { domain = reals(), ones = "below" }) {
  choiceOption("ones", ones, ["below", "above"]);
  if (rules === "thresholds") {
    checkDomain(domain);
    return checkHolder(building, "points");
  }
  for (const columns of [building, x]) {
    if (!Array.isArray(columns) || columns.length === 0 || typeof columns[0] !== "object") {
      throw new TypeError(`points must be an array of columns, got ${describe(columns)}`);
    }
    for (const column of columns) checkHolder(column, "points");
  }
  if (building.length !== x.length) {
    throw new RangeError(`points must have as many columns as x, ${x.length}`);
  }
  domainsOf(domain, x.length);
}

/**
 * How to draw among the rules of a class that public values build.
 * @param {RuleClass} rules
 * @param {any} building values, or for boxes columns of them
 * @param {any} x
 * @param {import("./labels.js").Labels} y
 * @param {RuleClassOptions} options
 * @returns {RuleDraw}
 */
export function amongClass(rules, building, x, y, options) {
  checkRuleClass(rules, building, x, options);
  const { domain = reals(), ones = "below" } = options;
  if (rules === "thresholds") {
    return amongThresholds(building, x, y, /** @type {any} */ (domain), ones);
  }
  return amongBoxes(building, x, y, domainsOf(domain, x.length));
}

/**
 * @param {any} building
 * @param {any} x
 * @param {import("./labels.js").Labels} y
 * @param {import("./domains.js").Domain<any>} domain
 * @param {"below" | "above"} ones
 * @returns {RuleDraw}
 */
function amongThresholds(building, x, y, domain, ones) {
  // Label 1 is the lower side in the core.
  const split = splitByLabel(x, y);
  const sides = ones === "below" ? [split.ones, split.zeros] : [split.zeros, split.ones];
  const columns = [building, ...sides].map((values) => columnFor(values, domain));
  return (request) => {
    const { rules, none, last } = call("drawPublicThreshold", ...columns, request);
    const threshold = none ? null : domain.decode(last);
    const constant = ones === "below" ? 0 : 1;
    return { value: new ThresholdHypothesis({ threshold, ones, constant }), rules };
  };
}

/**
 * @param {any[]} building
 * @param {any[]} x
 * @param {import("./labels.js").Labels} y
 * @param {import("./domains.js").Domain<any>[]} domains
 * @returns {RuleDraw}
 */
function amongBoxes(building, x, y, domains) {
  const points = x.map((column, axis) => columnFor(column, domains[axis]));
  const public_ = building.map((column, axis) => columnFor(column, domains[axis]));
  const labels = labelsOf(y, flat(x[0], "x").length);
  for (const columns of [x, building]) checkSameLength(columns);
  return (request) => {
    const { rules, lowest, highest } = call("drawPublicBox", public_, points, labels, request);
    const sides = [lowest, highest].map((/** @type {any[]} */ side) =>
      side.map((value, axis) => domains[axis].decode(value)),
    );
    return { value: new RectangleHypothesis(sides[0], sides[1]), rules };
  };
}

/** @param {any[]} columns */
function checkSameLength(columns) {
  const [first, ...others] = columns.map((column) => flat(column, "x").length);
  if (others.some((length) => length !== first)) {
    throw new RangeError(`columns must be of one length, got ${[first, ...others].join(", ")}`);
  }
}

/**
 * @param {any} values
 * @param {import("./domains.js").Domain<any>} domain
 */
function columnFor(values, domain) {
  const { data, core, records: _, ...layout } = columnOf(values, domain, "clamp");
  return { data, layout: { ...layout, domain: core, outside: "clamp" } };
}
