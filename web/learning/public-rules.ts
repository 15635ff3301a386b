import type { OptionsOf, Request } from "../core/fields.js";
import { kindOf } from "../core/options.js";
import { checkDomain, type Domain } from "../data/domains.js";
import { checkHolder } from "../data/holders.js";
import type { Records } from "../data/records.js";
import type { Values } from "../data/values.js";
import type { TextPlace } from "../data/wide-domains.js";
import { axisDomains, ones } from "./fields.js";
import { boxOf, type DrawnBox, type DrawnThreshold, thresholdOf } from "./hypotheses.js";
import type { AxisValue } from "./hypothesis-rectangle.js";
import { laidOut, laidOutAxes, laidOutByLabel, laidOutPoints } from "./labelled-columns.js";
import { domainsOf } from "./rectangle-options.js";
import { type Candidate, type Rule, rightLabels } from "./rules.js";

/**
 * A class of rules that the core builds itself from public values: "thresholds" or "boxes". Thresholds are one
 * for each value; boxes are one for each way in which boxes label the values (an interval is a box of one
 * axis).
 */
export type RuleClass = "thresholds" | "boxes";

export class RuleClassFields {
  /** the possible values of a class; for boxes one domain, or one for each axis; default `reals()` */
  domain = axisDomains<AxisValue | TextPlace>();
  /** for thresholds: the side with label 1; default "below" */
  ones = ones();
}

/**
 * Options of a class of rules.
 * @interface
 */
export type RuleClassOptions = OptionsOf<RuleClassFields>;

/** Candidate rules. */
export interface Candidates {
  /** the mechanism's name in the core */
  of: string;
  /** the core's parameters before any value is read */
  terms: object;
  /** from columns of public values, nothing in them missing, and the records that choose */
  read(building: Values[], records: Records): { data: unknown; reading: object; kept?: unknown };
  /** the chosen one; `drawn` and `kept` are its own */
  rule(drawn: unknown, kept: unknown): Rule;
}

export function isRuleClass(rules: unknown): rules is RuleClass {
  return rules === "thresholds" || rules === "boxes";
}

/**
 * The columns that a class of rules is about, or that listed rules are. No value in them is read.
 * @param name its name in errors
 */
export function columnsFor(rules: unknown, x: unknown, name: string): Values[] {
  if (rules === "boxes" && (!Array.isArray(x) || x.length === 0 || typeof x[0] === "number")) {
    throw new TypeError(`${name} must be an array of columns, got ${kindOf(x)}`);
  }
  const columns = (rules === "boxes" ? x : [x]) as Values[];
  for (const column of columns) checkHolder(column, name);
  return columns;
}

/** Rules that the caller lists. */
export function listedRules(listOf: (building: Values[]) => Candidate[]): Candidates {
  return {
    of: "ListedRule",
    terms: { rules: 1 },
    read: (building, records) => {
      const rules = listOf(building);
      return { data: rightLabels(rules, records), reading: { rules: rules.length }, kept: rules };
    },
    rule: (index: number, rules: Candidate[]) => rules[index]!.rule,
  };
}

/**
 * The rules of a class. It checks the number of domains at once.
 * @param axes the number of columns
 */
export function rulesOfClass(
  rules: RuleClass,
  axes: number,
  { domain, ones }: Request<RuleClassFields>,
): Candidates {
  if (rules === "boxes") return boxes(domainsOf(domain, axes));
  checkDomain(domain);
  return thresholds(domain as Domain<unknown>, ones);
}

function thresholds(domain: Domain<unknown>, ones: "below" | "above"): Candidates {
  return {
    of: "PublicThreshold",
    terms: { domain: domain.core },
    read: ([building], records) => ({
      data: laidOutByLabel(records, domain, ones),
      reading: { building: laidOut(building!, domain) },
    }),
    rule: (drawn: DrawnThreshold) => thresholdOf(drawn, domain, ones),
  };
}

function boxes(domains: Domain<AxisValue>[]): Candidates {
  return {
    of: "PublicBox",
    terms: { domains: domains.map(({ core }) => core) },
    read: (building, records) => ({
      data: laidOutPoints(records, domains),
      reading: { building: laidOutAxes(building, domains) },
    }),
    rule: (drawn: DrawnBox) => boxOf(drawn, domains),
  };
}
