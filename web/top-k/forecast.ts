import { call } from "../core/load.js";
import { checkRows } from "../data/histogram.js";
import { apart } from "../ledger/note.js";
import { percent, rounded } from "../ledger/record.js";
import { claimOf } from "../ledger/release.js";
import { foreseen, requestOf } from "./options.js";
import { checkBounded, checkPerUser, contextOf } from "./rows.js";
import { isAbove } from "./threshold.js";
import { everyItemOf, headOf } from "./top-k.js";

/**
 * What `topKForecast` expects. Not private: for the owner of the data.
 * @typedef {object} TopKForecast
 * @property {number} surely so many come back with the confidence asked for
 * @property {number} likely so many are above the border, and come back about every second time each
 * @property {number} [kBar] where to stop: the kBar, up to the one asked about, with the lowest border; not of
 *   "threshold", which has none
 * @property {string} variant the one that was forecast
 * @property {string} statement the same in words
 */

/**
 * What to expect of `topK` with these rows and options. FOR THE OWNER OF THE DATA: it reads the exact
 * counts, so it must not be published, and options chosen by it are only private to use on other data
 * (last month's, say, or a public list of the same shape).
 *
 * Source: DR19 Lemma 8.1; docs/guarantees/top-k.md.
 *
 * @param {import("../data/histogram.js").Rows} rows as for `topK`
 * @param {import("./options.js").TopKOptions} options as for `topK`; a ledger is not charged
 * @returns {TopKForecast}
 * @throws {RangeError | TypeError}
 */
export function topKForecast(rows, options) {
  const { request: read } = apart(foreseen.read(options));
  const context = contextOf(rows)(read);
  const request = requestOf(read, context);
  const claim = claimOf("TopK", request);
  checkRows(rows);
  checkBounded(rows, request.perUser);
  checkPerUser(rows, context.perUser === "spread" ? "spread" : read.perUser);
  if (isAbove(claim)) return aboveForecast(rows, request, claim);
  const { counts } = headOf(rows, request);
  const { variant, margin } = claim.parameters;
  const asked = { ...request, variant };
  const { surely, likely, leftOut } = call("topKForecast", counts, asked);
  const { k, confidence } = request;
  return {
    surely,
    likely,
    kBar: variant === "fixed-threshold" ? k : call("usefulKBar", counts, asked).kBar,
    variant,
    statement: statementOf({ k, surely, likely, confidence }, leftOut + margin + 1, claim),
  };
}

/**
 * The same of items that have to pass a threshold.
 * @param {import("../data/histogram.js").Rows} rows
 * @param {any} request
 * @param {import("../ledger/release.js").Claim} claim
 * @returns {TopKForecast}
 */
function aboveForecast(rows, request, claim) {
  const { counts } = everyItemOf(rows, request);
  const { surely, likely } = call("topKForecast", counts.sort().reverse(), request);
  const { halfNamedFrom } = claim.conditions;
  const statement = statementOf({ ...request, surely, likely }, halfNamedFrom, claim);
  return { surely, likely, variant: "threshold", statement };
}

/**
 * @param {{ k: number, surely: number, likely: number, confidence: number }} forecast
 * @param {number} needed
 * @param {import("../ledger/release.js").Claim} claim
 */
const statementOf = ({ k, surely, likely, confidence }, needed, { protects }) =>
  `Not private. Of ${rounded(k)} items, ${rounded(surely)} return with ${percent(confidence)} confidence and ${rounded(likely)} with about an even chance or better; an item needs about ${rounded(needed)} ${protects}.`;
