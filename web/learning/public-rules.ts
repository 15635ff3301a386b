import { kindOf } from "../core/options.js";
import { checkDomain } from "../data/domains.js";
import { checkHolder } from "../data/holders.js";
import { axisDomains, ones } from "./fields.js";
import { boxOf, thresholdOf } from "./hypotheses.js";
import { laidOut, laidOutAxes, laidOutByLabel, laidOutPoints } from "./labelled-columns.js";
import { domainsOf } from "./rectangle-options.js";
import { rightLabels } from "./rules.js";

/**
 * A class of rules that the core builds itself from public values: "thresholds", one for each value, or
 * "boxes", one for each way in which boxes label the values (an interval is a box of one axis).
 * @typedef {"thresholds" | "boxes"} RuleClass
 */

export class RuleClassFields {
  /** of a class' values, for boxes one or one for each axis; default `reals()` */
  domain = axisDomains();
  /** of thresholds: on which side label 1 is; default "below" */
  ones = ones();
}

/**
 * @typedef {import("../core/fields.js").OptionsOf<RuleClassFields>} RuleClassOptions {@interface} What goes with a
 *   class of rules.
 */

/**
 * Rules of which one is to be chosen.
 * @typedef {object} Candidates
 * @property {string} of the mechanism's name in the core
 * @property {object} terms what the core is told of them before anything is read
 * @property {(building: any[], records: import("../data/records.js").Records) =>
 *   { data: any, reading: object, kept?: any }} read from columns of public values, nothing in them
 *   missing, and the records that choose
 * @property {(drawn: any, kept: any) => any} rule the chosen one
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
    throw new TypeError(`${name} must be an array of columns, got ${kindOf(x)}`);
  }
  const columns = rules === "boxes" ? x : [x];
  for (const column of columns) checkHolder(column, name);
  return columns;
}

/**
 * Rules that the caller lists.
 * @param {(building: any[]) => import("./rules.js").Candidate[]} listOf
 * @returns {Candidates}
 */
export function listedRules(listOf) {
  return {
    of: "ListedRule",
    terms: { rules: 1 },
    read: (building, records) => {
      const rules = listOf(building);
      return { data: rightLabels(rules, records), reading: { rules: rules.length }, kept: rules };
    },
    rule: (index, rules) => rules[index].rule,
  };
}

/**
 * The rules of a class. How many domains there are is checked at once.
 * @param {RuleClass} rules
 * @param {number} axes how many columns there are
 * @param {import("../core/fields.js").Request<RuleClassFields>} options
 * @returns {Candidates}
 */
export function rulesOfClass(rules, axes, { domain, ones }) {
  if (rules === "boxes") return boxes(domainsOf(domain, axes));
  checkDomain(domain);
  return thresholds(/** @type {import("../data/domains.js").Domain<any>} */ (domain), ones);
}

/**
 * @param {import("../data/domains.js").Domain<any>} domain
 * @param {"below" | "above"} ones
 * @returns {Candidates}
 */
function thresholds(domain, ones) {
  return {
    of: "PublicThreshold",
    terms: { domain: domain.core },
    read: ([building], records) => ({
      data: laidOutByLabel(records, domain, ones),
      reading: { building: laidOut(building, domain) },
    }),
    rule: (drawn) => thresholdOf(drawn, domain, ones),
  };
}

/**
 * @param {import("../data/domains.js").Domain<any>[]} domains
 * @returns {Candidates}
 */
function boxes(domains) {
  return {
    of: "PublicBox",
    terms: { domains: domains.map(({ core }) => core) },
    read: (building, records) => ({
      data: laidOutPoints(records, domains),
      reading: { building: laidOutAxes(building, domains) },
    }),
    rule: (drawn) => boxOf(drawn, domains),
  };
}
