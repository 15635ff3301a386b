// Public lists, clear winners and promises: the checks of their statements, on scores as bad as they state.
import * as logstar from "../../../dist/index.js";
import { chanceOf, claimed, numbersOf, range } from "./reading.mjs";

const { quasiConcaveMax, selectBest, topK } = logstar;
const delta = 1e-6;

/** The greatest lead of a score that is left out over one that came back. */
function leadOf(scores, returned) {
  const chosen = new Set(returned);
  const least = Math.min(...returned.map((item) => scores.get(item)));
  return Math.max(...[...scores].filter(([item]) => !chosen.has(item)).map(([, n]) => n - least));
}

const lists = [
  { k: 3, epsilon: 1, method: "exponential", monotone: true },
  { k: 3, epsilon: 1, delta, method: "exponential", confidence: 0.7 },
  { k: 2, epsilon: 1, neighbors: "replace" },
].flatMap((options) => {
  const [error] = numbersOf(
    /no returned score is ([\d,]+) or more below/,
    logstar.accuracy.selectBest({ ...options, candidates: 60 }).statement,
  );
  return [error - 1, error].map((behind) => ({
    of: "selectBest",
    title: `${JSON.stringify(options)}, others ${behind} behind`,
    draw: (reworded = (one) => one) => {
      const scores = new Map(range(60, (i) => [i, i < options.k ? 1000 : 1000 - behind]));
      const { value, record } = selectBest(scores, options);
      const statement = reworded(record.accuracy.statement);
      const [below] = numbersOf(/no returned score is ([\d,]+) or more below/, statement);
      return [claimed("lead", chanceOf(statement), leadOf(scores, value) >= below)];
    },
  }));
});

const gaps = [
  { epsilon: 1, delta, method: "gap", monotone: true },
  { epsilon: 1, delta, method: "gap", others: 4, confidence: 0.7 },
].map((options) => ({
  of: "selectBest",
  title: `${JSON.stringify(options)}, as stated`,
  draw: (reworded = (one) => one) => {
    const { statement } = logstar.accuracy.selectBest({ ...options, candidates: 2 });
    const [lead] = numbersOf(/is at least ([\d,]+) above every other score/, statement);
    const scores = new Map([
      ["best", 4 + lead],
      ["other", 4],
    ]);
    const { value, record } = selectBest(scores, options);
    const told = reworded(record.accuracy.statement);
    const [needed] = numbersOf(/is at least ([\d,]+) above every other score/, told);
    return needed > lead ? [] : [claimed("returned", chanceOf(told), value !== "best")];
  },
}));

const domain = range(40, (i) => `item ${i}`);
const listed = [
  { k: 3, epsilon: 1, perUser: 1, variant: "laplace", counts: true },
  { k: 3, epsilon: 2, delta, perUser: Number.POSITIVE_INFINITY, variant: "peel", confidence: 0.7 },
].flatMap((options) => {
  const missed = /no omitted item of the list has over ([\d,]+) users more/;
  const [error] = numbersOf(missed, logstar.accuracy.topK({ ...options, domain }).statement);
  return [error, error + 1].map((behind) => ({
    of: "topK",
    title: `${JSON.stringify(options)} of a list, others ${behind} behind`,
    draw: (reworded = (one) => one) => {
      const counts = new Map(domain.map((item, i) => [item, i < 3 ? 1000 : 1000 - behind]));
      const { items, record } = topK(counts, { ...options, domain });
      const statement = reworded(record.accuracy.statement);
      const [most] = numbersOf(missed, statement);
      const names = items.map(({ item }) => item);
      const claims = [claimed("lead", chanceOf(statement), leadOf(counts, names) > most)];
      if (options.counts) {
        const [off] = numbersOf(
          /every noisy count is within ([\d,]+) of the true count/,
          statement,
        );
        const isOff = items.some(({ item, count }) => Math.abs(count - counts.get(item)) > off);
        claims.push(claimed("counts", chanceOf(statement), isOff));
      }
      return claims;
    },
  }));
});

const promised = [{ epsilon: 4, delta: 1e-3, algorithm: "rec-concave", promise: 200 }].map(
  (options) => ({
    of: "quasiConcaveMax",
    title: `${JSON.stringify(options)}, just kept`,
    draw: () => {
      const list = range(10_000, (i) => (i === 9_000 ? 200 : 0));
      const grid = range(list.length);
      const { value, record } = quasiConcaveMax((i) => list[i], { ...options, grid });
      const { statement } = record.accuracy;
      const [promise, below] = numbersOf(
        /quality is more than (\d+) - (\d+), if some point/,
        statement,
      );
      const missed = value === null || list[value] <= promise - below;
      return [claimed("quality", chanceOf(statement), missed)];
    },
  }),
);

export const listCases = [...lists, ...gaps, ...listed, ...promised];
