import { call } from "../core/load.js";

/**
 * What a draw by rank will do. Bounds of the domain that only the core can judge (finite, in order) are
 * judged here.
 * @param {import("../data/domains.js").Domain} domain
 * @param {object} request
 */
export function rankPlan(domain, request) {
  return call("rankPlan", { ...request, domain: domain.core });
}
