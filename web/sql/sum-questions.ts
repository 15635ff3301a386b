import { CoreObject } from "../core/object.js";
import { ofSingleRows } from "../counts/amounts.js";
import { binsOf } from "../counts/bins.js";
import { single, toAnswers } from "../counts/by-group.js";
import { countDeclaration } from "../counts/count.js";
import { contributionBound } from "../counts/fields.js";
import { anywhere, foundRange } from "../counts/found.js";
import { binnedAnswers, histogramDeclaration } from "../counts/histogram.js";
import { meanDeclaration, meansOrNone } from "../counts/mean.js";
import { sumDeclaration } from "../counts/sum.js";
import { isReducer } from "../data/one-each.js";
import { binsIn, checkBins } from "./bins.js";
import type { GroupedRows, Rows } from "./kept-rows.js";
import { boundsOf, keyed } from "./keys.js";
import { addable } from "./powers.js";
import { weightsByName, weightsOf } from "./private-groups.js";
import { reducedBy } from "./reduced.js";
import type { Question, Table } from "./release.js";
import { checkReducer, columnsFor, declaredGroups } from "./subject.js";
import { chosenGroupsQuery, endsQuery, groupWeightsQuery, totalsQuery } from "./sum-queries.js";
import {
  type Begun,
  type DrawnSums,
  drawnFromSums,
  type FoundSumming,
  type Summing,
  salt,
} from "./sums.js";

/** How many users there are, by group or together. */
export function askedForCount(table: Table, _: unknown, __: unknown[], options: object): Question {
  if (table.groups === undefined && table.user === null) {
    throw new TypeError("user must be a column of ids to be counted without groups, got null");
  }
  const isFound = table.groups === "private";
  const asked = countDeclaration.checkCall(
    options,
    () => columnsFor(table),
    () => (isFound ? "GroupDiscoveryLater" : "UserHistogramLater"),
  );
  const question = { released: countDeclaration, asked, rowsFor: (rows: Rows) => rows };
  if (isFound) return { ...question, ...ofFoundGroups(asked.read.perUser) };
  return {
    ...question,
    ...fromSums("UserHistogramLater", table, weighing(asked.read.perUser), single),
  };
}

/** The sum of the users' totals, each within a domain. */
export function askedForSum(table: Table, column: string, _: unknown[], options: object): Question {
  const asked = sumDeclaration.checkCall(
    options,
    (read) => {
      checkReducer(read, "sum", " or a whole number");
      return columnsFor(table, column);
    },
    ({ domain }) => (domain === undefined ? "FoundSumLater" : "UserSumLater"),
  );
  const { domain, perUser } = asked.read;
  const within: (ends: [bigint, bigint]) => Summing = (ends) => ({
    query: (rows) => totalsQuery(rows, ends, { most: contributionBound(perUser), salt: salt() }),
    columns: ["w"],
  });
  const question = { released: sumDeclaration, asked };
  if (domain === undefined) {
    const found = fromSums("FoundSumLater", table, { isOfTotals: true, within }, meansOrNone);
    return { ...question, rowsFor: keyed(table, addable, perUser), ...found };
  }
  return {
    ...{ ...question, rowsFor: keyed(table, ofSingleRows(domain), perUser) },
    ...fromSums("UserSumLater", table, within(boundsOf(domain)), single),
  };
}

/** The mean of the users' means. */
export function askedForMean(
  table: Table,
  column: string,
  _: unknown[],
  options: object,
): Question {
  const asked = meanDeclaration.checkCall(
    options,
    (read) => {
      checkReducer(read, "spread");
      return columnsFor(table, column);
    },
    ({ domain }) => (domain === undefined ? "FoundMeanLater" : "UserMeanLater"),
  );
  const { domain } = asked.read;
  const within: (ends: [bigint, bigint]) => Summing = (ends) => ({
    query: (rows, userWeight) => endsQuery(rows, userWeight, ends),
    columns: ["high", "low"],
  });
  const [of, summing] =
    domain === undefined
      ? ["FoundMeanLater", { isOfTotals: false, within }]
      : ["UserMeanLater", within(boundsOf(domain))];
  return {
    ...{
      released: meanDeclaration,
      asked,
      rowsFor: keyed(table, domain ?? anywhere, asked.read.perUser),
    },
    ...fromSums(of, table, summing, meansOrNone),
  };
}

/** How many users there are in each bin. */
export function askedForBins(
  table: Table,
  column: string,
  _: unknown[],
  options: object,
): Question {
  const asked = histogramDeclaration.checkCall(
    options,
    (read) => {
      checkReducer(read, "spread", " or a whole number");
      if (read.items !== undefined && isReducer(read.perUser)) {
        throw new RangeError(
          `perUser must be "spread" or a whole number with items in an engine, got "${read.perUser}"`,
        );
      }
      return columnsFor(table, column);
    },
    () => "UserHistogramLater",
  );
  const { read } = asked;
  const bins = binsOf(read);
  checkBins(read);
  return {
    released: histogramDeclaration,
    asked,
    rowsFor: (rows, value) => {
      const { rows: own, value: reduced } = reducedBy(rows, value, read.perUser);
      return { ...own, ...binsIn(table.dialect, reduced, read) };
    },
    ...fromSums("UserHistogramLater", table, weighing(read.perUser), (counts: number[]) =>
      binnedAnswers(bins, counts),
    ),
  };
}

/**
 * The users' contributions to groups or bins: "spread", or to a maximum number of them.
 * @param perUser a number, or "spread"
 */
const weighing = (perUser: unknown): Summing => ({
  query: (rows, userWeight) =>
    typeof perUser === "number"
      ? chosenGroupsQuery(rows, perUser, salt())
      : groupWeightsQuery(rows, userWeight),
  columns: ["w"],
});

/**
 * Answers from sums of groups, which are listed or found first.
 * @param answersOf of all groups in their order
 */
export const fromSums = <Value>(
  of: string,
  table: Table,
  summing: Summing | FoundSumming,
  answersOf: (values: Value[]) => object[],
): Pick<Question, "of" | "answers"> => ({
  of,
  answers: async (begun: Begun, queryRows, rows) => {
    const declared = declaredGroups(table);
    const { drawn, nameOf } = await drawnFromSums<Value>(
      of,
      begun,
      queryRows,
      rows,
      declared,
      summing,
    );
    const answers = toAnswers(answersOf(drawn.values), table.groups, drawn, nameOf);
    return { ...answers, told: foundRange(drawn) };
  },
});

/**
 * The number of users in private groups, as the selection counts them.
 * @param perUser a number, or "spread"
 */
const ofFoundGroups = (perUser: unknown): Pick<Question, "of" | "answers"> => ({
  of: "GroupDiscoveryLater",
  answers: async ({ id, userWeight }, queryRows, rows: GroupedRows) => {
    const core = new CoreObject("GroupDiscoveryLater", id);
    try {
      const answer = await queryRows(weighing(perUser).query(rows, userWeight), "groups");
      const found = weightsByName(answer, rows.group);
      const drawn: DrawnSums<number> = core.call("provide", weightsOf(found));
      return toAnswers(single(drawn.values), "private", drawn, (group) => found[group]!.name);
    } finally {
      core.dispose();
    }
  },
});
