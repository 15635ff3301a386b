import { call } from "../core/load.js";
import { checkRows, type Rows } from "../data/histogram.js";
import { splitNote } from "../ledger/note.js";
import { formatCount, formatPercent } from "../ledger/record.js";
import { type Claim, claimOf } from "../ledger/release.js";
import { requestOf, type TopKOptions, topKForecastDeclaration } from "./options.js";
import { checkBounded, checkPerUser, contextOf } from "./rows.js";
import { isAbove } from "./threshold.js";
import { everyItemOf, headOf } from "./top-k.js";

/** What `topKForecast` expects. Not private: for the owner of the data. */
export interface TopKForecast {
  /** so many come back with the confidence asked for */
  surely: number;
  /** so many are above the border, and come back about every second time each */
  likely: number;
  /** where to stop: the kBar, up to the one asked about, with the lowest border; not of "threshold", which has none */
  kBar?: number;
  /** the one that was forecast */
  variant: string;
  /** the same in words */
  statement: string;
}

/**
 * What to expect of `topK` with these rows and options. FOR THE OWNER OF THE DATA: it reads the exact
 * counts, so it must not be published, and options chosen by it are only private to use on other data
 * (last month's, say, or a public list of the same shape).
 *
 * Source: DR19 Lemma 8.1; docs/guarantees/top-k.md.
 *
 * @param rows as for `topK`
 * @param options as for `topK`; a ledger is not charged
 * @throws {RangeError | TypeError}
 */
export function topKForecast(rows: Rows, options: TopKOptions): TopKForecast {
  const { request: read } = splitNote(topKForecastDeclaration.read(options));
  const context = contextOf(rows)(read);
  const request = requestOf(read, context);
  const claim = claimOf("TopK", request);
  checkRows(rows);
  checkBounded(rows, request.perUser);
  checkPerUser(rows, context.perUser === "spread" ? "spread" : read.perUser);
  if (isAbove(claim)) return aboveForecast(rows, request, claim);
  const { counts } = headOf(rows, request);
  const { variant, margin } = claim.parameters as { variant: string; margin: number };
  const asked = { ...request, variant };
  const { surely, likely, leftOut } = call<FromCore>("topKForecast", counts, asked);
  const { k, confidence } = request;
  return {
    surely,
    likely,
    kBar:
      variant === "fixed-threshold" ? k : call<{ kBar: number }>("usefulKBar", counts, asked).kBar,
    variant,
    statement: statementOf({ k, surely, likely, confidence }, leftOut + margin + 1, claim),
  };
}

type FromCore = { surely: number; likely: number; leftOut: number };

/** The same of items that have to pass a threshold. */
function aboveForecast(
  rows: Rows,
  request: ReturnType<typeof requestOf>,
  claim: Claim,
): TopKForecast {
  const { counts } = everyItemOf(rows, request);
  const { surely, likely } = call<FromCore>("topKForecast", counts.sort().reverse(), request);
  const { halfReleasedAt } = claim.conditions;
  const statement = statementOf({ ...request, surely, likely }, halfReleasedAt!, claim);
  return { surely, likely, variant: "threshold", statement };
}

const statementOf = (
  {
    k,
    surely,
    likely,
    confidence,
  }: { k: number; surely: number; likely: number; confidence: number },
  needed: number,
  { protects }: Claim,
) =>
  `Not private. Of ${formatCount(k)} items, ${formatCount(surely)} return with ${formatPercent(confidence)} confidence and ${formatCount(likely)} with about an even chance or better; an item needs about ${formatCount(needed)} ${protects}.`;
