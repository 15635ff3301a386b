// Statements about ranks and interior points: their checks.
import { chanceOf, claimed, found, numberOf, slack, sum } from "./reading.mjs";
import { between } from "./weights.mjs";

const target = /and the true (median|(\d+)\/(\d+) quantile)/;
const most =
  /at most ([\d,]+) (?:records|users|rows)(?: lie between|, where)|weigh at most ([\d,]+) users/;

/** The ranks that a sentence allows for n records. */
function allowed(sentence, n) {
  const sliced = /if there are at least ([\d,]+) records, and at most ([\d,]+) otherwise/.exec(
    sentence,
  );
  if (sliced !== null && n < numberOf(sliced[1])) return numberOf(sliced[2]);
  const numbers = most.exec(sentence);
  return numberOf(numbers[1] ?? numbers[2]);
}

/** Whether n meets the declared size or the least number in a sentence. */
function isMet(statement, n) {
  const size =
    /[Ii]f there are (at least )?([\d,]+)(?: to ([\d,]+))? records:|provided (?:there are|the group has) (at least )?([\d,]+)(?: to ([\d,]+))? (?:records|users|rows)|rows (?:that )?weigh at least ([\d,]+) users/.exec(
      statement,
    );
  if (size === null) return true;
  const [, open1, least1, last1, open2, least2, last2, weight] = size;
  const least = numberOf(least1 ?? least2 ?? weight);
  const last = last1 ?? last2;
  if (last !== undefined) return n >= least && n <= numberOf(last);
  return (open1 ?? open2 ?? weight) !== undefined ? n >= least - slack : n === least;
}

/**
 * The claims about one group, or about all rows.
 * @param {string} statement
 * @param {{ value: number, weight: number }[]} rows
 * @param {{ values: number[] | null, qs?: number[], of?: string }} answer `of` in which group
 */
export function rankClaims(statement, rows, { values, qs, of = "" }) {
  const sentences = statement.split(/(?<=\.) (?=[A-Z])/);
  const n = sum(rows.map(({ weight }) => weight));
  const keys = rows.map(({ value }) => value);
  const [low, high] = [Math.min(...keys), Math.max(...keys)];
  const isInside = (value) => value >= low && value <= high;
  const [first, second] = sentences;
  const claims = [];
  const isOfPoint = /lies between the smallest and the largest value/.test(first);
  if (isOfPoint) {
    if (isMet(first, n)) {
      claims.push(
        claimed(`inside${of}`, chanceOf(first), values === null || !values.every(isInside)),
      );
    }
  } else if (most.test(first) && !/^.*any answer lies/.test(first)) {
    const found = target.exec(first);
    const asked = qs ?? [found[1] === "median" ? 1 / 2 : Number(found[2]) / Number(found[3])];
    const limit = allowed(first, n) + slack;
    const missed =
      values === null
        ? !/or no answer is returned/.test(first)
        : asked.some((q, i) => between(rows, q, values[i]) > limit);
    if (isMet(first, n)) claims.push(claimed(`ranks${of}`, chanceOf(first), missed));
  }
  const range = [first, second ?? ""].find((one) => /any answer lies within the range/.test(one));
  if (range !== undefined) {
    const isOut = values !== null && !values.every(isInside);
    claims.push(claimed(`any answer inside${of}`, chanceOf(range), isOut));
    const enough =
      /(?:(?:with|has) at least ([\d,]+)|weigh at least ([\d,]+) users).*there is an answer/.exec(
        range,
      );
    if (n >= numberOf(enough[1] ?? enough[2]) - slack) {
      claims.push(claimed(`an answer${of}`, chanceOf(range), values === null));
    }
  }
  return claims;
}

/** Claims that groups of a stated weight are released. */
export function releaseClaims(statement, weights, released) {
  const half =
    found(
      /A group (?:whose rows weigh|that counts|of|with) ([\d,]+) users (?:in one bin )?is released at least half/,
      statement,
    ) ?? found(/one of ([\d,]+) at least half of the time/, statement);
  const sure =
    found(/at least half of the time, one of ([\d,]+) with/, statement) ??
    found(/A group (?:that counts|of) ([\d,]+) users is released with/, statement);
  const claims = [];
  for (const [group, weight] of weights) {
    const missed = !released.has(group);
    if (half && weight >= half[0] - slack)
      claims.push(claimed(`half released ${group}`, 0.5, missed));
    if (sure && weight >= sure[0] - slack) {
      const [sentence] = statement.match(/A group [^.]*(?:\.\d[^.]*)*\./);
      claims.push(claimed(`released ${group}`, chanceOf(sentence), missed));
    }
  }
  return claims;
}
