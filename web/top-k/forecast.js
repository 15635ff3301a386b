import { call } from "../core/load.js";
import { checkRows } from "../data/histogram.js";
import { apart } from "../ledger/note.js";
import { percent, rounded } from "../ledger/record.js";
import { claimOf } from "../ledger/release.js";
import { checkBounded, checkPerUser, contextOf, foreseen, requestOf } from "./options.js";
import { headOf } from "./top-k.js";

/**
 * What `topKForecast` expects. Not private: for the owner of the data.
 * @typedef {object} TopKForecast
 * @property {number} surely so many come back with the confidence asked for
 * @property {number} likely so many are above the border, and come back about every second time each
 * @property {number} kBar where to stop: the kBar, up to the one asked about, with the lowest border
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
  const { perUser } = read;
  const request = requestOf(read, contextOf(rows)(read));
  const claim = claimOf("TopK", request);
  checkRows(rows);
  checkBounded(rows, request.perUser);
  checkPerUser(rows, perUser);
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
    statement: `Not private. Of ${rounded(k)} items, ${rounded(surely)} return with ${percent(confidence)} confidence and ${rounded(likely)} with about an even chance or better; an item needs about ${rounded(leftOut + margin + 1)} ${claim.protects}.`,
  };
}
