import type { Fields } from "../core/options.js";
import { type Domain, decimals, integers, makingOf, reals } from "../data/domains.js";
import { formatCount, formatPercent } from "../ledger/record.js";
import { type Claim, claimOf, runCharged } from "../ledger/release.js";
import { isGrouped, tiesAllowed } from "./user-statement.js";
import type { AskedRank } from "./users.js";

/** By how much more epsilon the message compares. */
const factor = 2;
/** As the core's. */
const maxEpsilon = 10_000;
/** The message compares a guess and a small domain that depend on no data, to show their effect. */
const [guessFrom, guessTo] = [1000, 1_000_000];
const fewValues = 1000;

/** No answer: the reason, and a message if the draw abstained. */
export function noAnswer(asked: AskedRank): {
  value: null;
  reason: "too-few" | "not-found";
  message?: string;
} {
  if (!asked.claim.parameters.abstain) return { value: null, reason: "not-found" };
  const what = asked.read.ledger === undefined ? undefined : "the ledger";
  return { value: null, reason: "too-few", message: runCharged(what, () => tooFewMessage(asked)) };
}

/**
 * The number of records from which an answer exists, here and with more epsilon, a guess or a smaller domain.
 * It depends on the options alone, so all data yield the same message.
 */
function tooFewMessage({ of, read, request, claim }: AskedRank) {
  const { parameters, accuracy, conditions, protects = "records" } = claim;
  const isOfRows = conditions.minRowsInside !== undefined;
  const counted = isOfRows ? "rows" : protects;
  const weigh = isOfRows ? "a group has" : "the rows of a group weigh";
  const from = (one: Claim) =>
    `${isGrouped(claim) ? `if ${weigh} at least` : "from"} ${formatCount(leastOf(one))}`;
  const on = isGrouped(claim) ? "" : " on";
  const chosen = isOfRows ? `, of which each user has at most ${formatCount(read.perUser)}` : "";
  const and = isGrouped(claim) ? " and" : ", if";
  const ties = tiesAllowed(claim, read);
  const start = `Too few ${counted}: with ${formatPercent(accuracy.confidence)} confidence there is an answer ${from(claim)} ${counted}${on}${chosen}${ties && `${and} ${ties}`}`;
  const { algorithm } = parameters;
  const way = algorithm === "recursion" ? "recursion" : "separate";
  const same = of === "UserRanks" && request.qs ? { several: way } : { algorithm };
  // Every option stays valid with more epsilon and with fewer values.
  const others = otherOptions(request.epsilon, read.domain).map(({ how, options }) => {
    const { conditions } = claimOf(of, { ...request, ...same, ...options });
    return { how, least: conditions.minInsideExpected ?? leastOf({ conditions }) };
  });
  const said = others
    .filter(
      ({ least }) => formatCount(least) !== formatCount(leastOf(claim)) && least < leastOf(claim),
    )
    .map(
      ({ how, least }) => `; ${how}${isGrouped(claim) ? "" : " from"} ${formatCount(least)}${on}`,
    );
  return `${start}${said.join("")}.`;
}

/** Other options with which an answer may need fewer records. */
function otherOptions(
  epsilon: number,
  domain: Domain<unknown>,
): { how: string; options: { epsilon: number } | { domain: unknown } }[] {
  const more = factor * epsilon;
  const guessed = withGuess(domain);
  const { expect, likely } = domain.core;
  return [
    ...(more > maxEpsilon
      ? []
      : [{ how: `at epsilon ${Number(more.toPrecision(12))}`, options: { epsilon: more } }]),
    ...(guessed === undefined
      ? []
      : [
          {
            how: `with a guess, if all values lie between ${formatCount(guessFrom)} and ${formatCount(guessTo)},`,
            options: { domain: guessed.core },
          },
        ]),
    ...(domain.pack !== undefined ||
    expect !== undefined ||
    (likely as Fields)?.expect !== undefined
      ? []
      : [
          {
            how: `in a domain of ${formatCount(fewValues)} values`,
            options: { domain: integers(0, fewValues - 1).core },
          },
        ]),
  ];
}

/** The domain with that guess, if it has none and holds it. */
function withGuess(domain: Domain<unknown>): Domain<unknown> | undefined {
  const { maker, of } = makingOf(domain) ?? { maker: "", of: [{}] };
  const make = (
    { reals, integers, decimals } as Record<string, (...of: unknown[]) => Domain<unknown>>
  )[maker];
  const options = of.at(-1) as { min?: number; max?: number; expect?: unknown };
  const [least, greatest] = (
    maker === "reals" ? [options.min ?? -Infinity, options.max ?? Infinity] : of
  ) as [number, number];
  const holds = least <= guessFrom && guessTo <= greatest;
  if (make === undefined || options.expect !== undefined || !holds) return undefined;
  return make(...of.slice(0, -1), { ...options, expect: [guessFrom, guessTo] });
}

function leastOf({ conditions }: Pick<Claim, "conditions">): number {
  const { minUsersInside, minRowsInside, minRecordsInside, leastRecords } = conditions;
  return minUsersInside ?? minRowsInside ?? minRecordsInside ?? leastRecords!;
}
