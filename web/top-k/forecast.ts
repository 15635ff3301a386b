import { call } from "../core/load.js";
import { checkRows, type Rows } from "../data/histogram.js";
import { splitNote } from "../ledger/note.js";
import { formatCount, formatPercent } from "../ledger/record.js";
import { type Claim, claimOf } from "../ledger/release.js";
import { requestOf, type TopKOptions, topKForecastDeclaration } from "./options.js";
import { checkBounded, checkPerUser, contextOf } from "./rows.js";
import { isAbove } from "./threshold.js";
import { everyItemOf, headOf } from "./top-k.js";

/** The result of `topKForecast`. Not private: for the owner of the data. */
export interface TopKForecast {
  /** the number of items that return with the requested confidence */
  surely: number;
  /** the number of items above the border, each of which returns about every second time */
  likely: number;
  /**
   * the best kBar: the one with the lowest border, up to the requested kBar; absent for "threshold", which has no
   * kBar
   */
  kBar?: number;
  /** the variant of this forecast */
  variant: string;
  /** the same in words */
  statement: string;
}

/**
 * Forecasts the answer of `topK` with these rows and options. FOR THE OWNER OF THE DATA: it reads the exact
 * counts, so its result must stay unpublished. Use options that it suggests only on other data (last month's,
 * say, or a public list of the same shape): on these they are not private.
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

/** Forecasts items that must pass a threshold. */
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
