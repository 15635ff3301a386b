import { CoreObject } from "../core/object.js";
import { ofSingleRows } from "../counts/amounts.js";
import { binsOf } from "../counts/bins.js";
import { handedBack, single } from "../counts/by-group.js";
import { usersCounted } from "../counts/count.js";
import { mostBins } from "../counts/fields.js";
import { anywhere, foundRange } from "../counts/found.js";
import { binnedAnswers, usersBinned } from "../counts/histogram.js";
import { meansOrNone, usersAveraged } from "../counts/mean.js";
import { usersSummed } from "../counts/sum.js";
import { binsIn, checkBins } from "./bins.js";
import { boundsOf, keyed } from "./keys.js";
import { addable } from "./powers.js";
import { checkAllRows, columnsFor, declaredGroups } from "./subject.js";
import { chosenGroupsQuery, endsQuery, groupWeightsQuery, totalsQuery } from "./sum-queries.js";
import { drawnFromSums, salt, weightsByName, weightsOf } from "./sums.js";

/** @typedef {import("./release.js").Table} Table */
/** @typedef {import("./release.js").Question} Question */

/**
 * How many users there are, by group or together.
 * @param {Table} table
 * @param {unknown} _
 * @param {any[]} __
 * @param {any} options
 * @returns {Question}
 */
export function askedForCount(table, _, __, options) {
  if (table.groups === undefined && table.user === null) {
    throw new TypeError("user must be a column of ids to be counted without groups, got null");
  }
  const asked = usersCounted.ask(options, () => columnsFor(table));
  const question = { released: usersCounted, asked, rowsFor: (/** @type {any} */ rows) => rows };
  if (table.groups === "private") return { ...question, ...ofFoundGroups(asked.read.perUser) };
  return {
    ...question,
    ...fromSums("UserHistogramLater", table, weighing(asked.read.perUser), single),
  };
}

/**
 * What users have in total, each total in a domain.
 * @param {Table} table
 * @param {string} column
 * @param {any[]} _
 * @param {any} options
 * @returns {Question}
 */
export function askedForSum(table, column, _, options) {
  const asked = usersSummed.ask(options, (read) => {
    checkAllRows(read, "sum", " or a whole number");
    return columnsFor(table, column);
  });
  const { domain, perUser } = asked.read;
  /** @type {(ends: [bigint, bigint]) => import("./sums.js").Summing} */
  const within = (ends) => ({
    query: (rows) => totalsQuery(rows, ends, { most: mostBins(perUser), salt: salt() }),
    columns: ["w"],
  });
  const question = { released: usersSummed, asked };
  if (domain === undefined) {
    const found = fromSums("FoundSumLater", table, { isOfTotals: true, within }, meansOrNone);
    return { ...question, rowsFor: keyed(table, addable), ...found };
  }
  return {
    ...{ ...question, rowsFor: keyed(table, ofSingleRows(domain)) },
    ...fromSums("UserSumLater", table, within(boundsOf(domain)), single),
  };
}

/**
 * What users have on average.
 * @param {Table} table
 * @param {string} column
 * @param {any[]} _
 * @param {any} options
 * @returns {Question}
 */
export function askedForMean(table, column, _, options) {
  const asked = usersAveraged.ask(options, (read) => {
    checkAllRows(read, "spread");
    return columnsFor(table, column);
  });
  const { domain } = asked.read;
  /** @type {(ends: [bigint, bigint]) => import("./sums.js").Summing} */
  const within = (ends) => ({
    query: (rows, userWeight) => endsQuery(rows, userWeight, ends),
    columns: ["high", "low"],
  });
  const [of, summing] =
    domain === undefined
      ? ["FoundMeanLater", { isOfTotals: false, within }]
      : ["UserMeanLater", within(boundsOf(domain))];
  return {
    ...{ released: usersAveraged, asked, rowsFor: keyed(table, domain ?? anywhere) },
    ...fromSums(of, table, summing, meansOrNone),
  };
}

/**
 * How many users there are in each bin.
 * @param {Table} table
 * @param {string} column
 * @param {any[]} _
 * @param {any} options
 * @returns {Question}
 */
export function askedForBins(table, column, _, options) {
  const asked = usersBinned.ask(options, (read) => {
    checkAllRows(read, "spread", " or a whole number");
    return columnsFor(table, column);
  });
  const { read } = asked;
  const bins = binsOf(read);
  checkBins(read);
  return {
    released: usersBinned,
    asked,
    rowsFor: (rows, value) => ({ ...rows, ...binsIn(table.dialect, value, read) }),
    ...fromSums("UserHistogramLater", table, weighing(read.perUser), (counts) =>
      binnedAnswers(bins, counts),
    ),
  };
}

/**
 * What users give to groups or bins: parts of one user, or 1 to each of so many.
 * @param {unknown} perUser a number, or "spread"
 * @returns {import("./sums.js").Summing}
 */
const weighing = (perUser) => ({
  query: (rows, userWeight) =>
    typeof perUser === "number"
      ? chosenGroupsQuery(rows, perUser, salt())
      : groupWeightsQuery(rows, userWeight),
  columns: ["w"],
});

/**
 * What is answered from sums of groups, declared or found first.
 * @param {string} of
 * @param {Table} table
 * @param {import("./sums.js").Summing | import("./sums.js").FoundSumming} summing
 * @param {(values: any[]) => object[]} answersOf of all groups in their order
 * @returns {Pick<Question, "of" | "answers">}
 */
export const fromSums = (of, table, summing, answersOf) => ({
  of,
  answers: async (begun, ask, rows) => {
    const declared = declaredGroups(table);
    const { drawn, nameOf } = await drawnFromSums(of, begun, ask, rows, declared, summing);
    const answers = handedBack(answersOf(drawn.values), table.groups, drawn, nameOf);
    return { ...answers, told: foundRange(drawn) };
  },
});

/**
 * How many users are in the groups that enough are in, which is known when these are found.
 * @param {unknown} perUser a number, or "spread"
 * @returns {Pick<Question, "of" | "answers">}
 */
const ofFoundGroups = (perUser) => ({
  of: "GroupDiscoveryLater",
  answers: async ({ id, userWeight }, ask, rows) => {
    const core = new CoreObject("GroupDiscoveryLater", id);
    try {
      const answer = await ask(weighing(perUser).query(rows, userWeight));
      const found = weightsByName(answer, rows.group);
      const drawn = core.call("tell", weightsOf(found));
      return handedBack(single(drawn.values), "private", drawn, (group) => found[group].name);
    } finally {
      core.dispose();
    }
  },
});
