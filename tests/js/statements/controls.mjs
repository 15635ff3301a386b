// Statements made wrong on purpose: the checkers must reject each in this number of draws.

import { cases } from "./all.mjs";
import { countCases } from "./count-cases.mjs";
import { foundCases } from "./found-cases.mjs";
import { dataForPopulation } from "./interval-cases.mjs";
import { gapCase, itemCases } from "./item-cases.mjs";
import { learningCases } from "./learning-cases.mjs";
import { fewRecords, rankCases, tightMedian } from "./rank-cases.mjs";
import { claimed, numberOf } from "./reading.mjs";
import { sanitizingCases } from "./sanitizing-cases.mjs";
import { oneYesWithNumber, smallGroups, streamCases } from "./stream-cases.mjs";
import { busyUser, twoValues } from "./threshold-cases.mjs";

/** Reduces the number that a pattern captures: half of it, or 0 if the statement is far from tight. */
const less =
  (pattern, of = (number) => Math.floor(number / 2)) =>
  (statement) => {
    const reworded = statement.replace(pattern, (text, number) =>
      text.replace(number, `${of(numberOf(number))}`),
    );
    if (reworded === statement) throw new Error(`${pattern} is not in: ${statement}`);
    return reworded;
  };
const none = () => 0;
const find = (cases, of, title) => {
  const one = cases.find((one) => one.of === of && one.title.includes(title));
  if (one === undefined) throw new Error(`no case of ${of}: ${title}`);
  return one;
};
const halved = less(/(?:within|at most|over|least|less than) ([\d,]+)/);
const to0 = less(/(?:within|at most|least|less than) ([\d,]+)/, none);

/** Two claims with one confidence each, read as one claim. */
const jointly = (claims) =>
  claimed(
    "both",
    claims[0].chance,
    claims.some(({ missed }) => missed),
  );

export const controls = {
  "median, error halved": () => tightMedian(halved).draw(halved),
  "median, an interval of the data for a population": () => dataForPopulation.draw(),
  "quantiles, error 0": () =>
    find(rankCases, "quantiles", "on all scales").draw((s) =>
      s.replace(/at most [\d,]+/g, "at most 0"),
    ),
  "interiorPoint, at least 6 records": () => fewRecords.draw(less(/at least ([\d,]+)/, () => 6)),
  "count, error halved": () => find(countCases, "count", "a few users").draw(halved),
  "findBounds, users halved": () =>
    find(foundCases, "findBounds", "a few users").draw(less(/at least ([\d,]+)/, () => 1)),
  "histogram, error halved": () =>
    find(countCases, "histogram", "many users of one row").draw(halved),
  "sum, error halved": () => find(countCases, "sum", "many users of one row").draw(halved),
  "countDistinct, error 0": () => find(countCases, "countDistinct", "a few users").draw(to0),
  "discoverGroups, users halved": () =>
    find(countCases, "discoverGroups", "a few users").draw(
      less(/group (?:that counts|of) ([\d,]+) users/, () => 4),
    ),
  "topK, gap one less": () => gapCase(0).draw(less(/has over (\d+)/, (gap) => gap - 1)),
  "laplaceCount, error halved": () => find(cases, "laplaceCount", "0.05").draw(halved),
  "selectBest, error halved": () =>
    find(itemCases, "selectBest", "little behind").draw(less(/less than (\d+)/, () => 2)),
  "selectBest, best score halved": () =>
    find(itemCases, "selectBest", '"stable","delta":0.000001}, one candidate').draw(
      less(/at least (\d+)\./, () => 7),
    ),
  "sanitizePoints, error halved": () =>
    find(itemCases, "sanitizePoints", "ten of each").draw(halved),
  "sanitizeThresholds, error 0": () =>
    find(sanitizingCases, "sanitizeThresholds", '"points":30,"confidence":0.7}, on all').draw((s) =>
      to0(s).replace(/plus [\d.]+%/, "plus 0%"),
    ),
  "learnThreshold, error halved": () => twoValues(24).draw(halved),
  "learnThreshold of users, read as records": () => busyUser(true).draw(),
  "learnPoint, error halved": () =>
    find(learningCases, "learnPoint", "few of the item").draw(halved),
  "learnRectangle, error 0": () =>
    find(learningCases, "learnRectangle", "a box at an end").draw(to0),
  "learnLabelPrivate, error 0": () =>
    find(learningCases, "learnLabelPrivate", "labels of coins").draw(to0),
  "learnSemiPrivate, error 0": () =>
    find(learningCases, "learnSemiPrivate", "labels of coins").draw(to0),
  "AboveThreshold, both claims at once": () => [jointly(oneYesWithNumber.draw())],
  "ThresholdMonitor, distance halved": () =>
    find(streamCases, "ThresholdMonitor", '"charging","expectedQuestions":29}, 900').draw(
      less(/no if at least ([\d,]+) below/),
    ),
  "ThresholdMonitor by sampled, also of records of which some have left": () =>
    smallGroups.draw(undefined, { areConditionsKept: false }),
};

/** Cases where a wrong statement misses hardly more often than the right one may. */
const most = {
  "count, error halved": 400,
  "sum, error halved": 400,
  "laplaceCount, error halved": 400,
  "topK, gap one less": 5000,
  "AboveThreshold, both claims at once": 6000,
  "ThresholdMonitor by sampled, also of records of which some have left": 20,
};
export const drawsOf = (name) => most[name] ?? 100;
