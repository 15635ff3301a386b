import { CoreObject } from "../core/object.js";
import { type Chain, chainWeights } from "./chains.js";
import type { Purpose, QueryRows, Row } from "./connection.js";
import type { Rows as RowsOf } from "./kept-rows.js";
import type { DrawnKey, Keys } from "./keys.js";
import { isOfNoRow, privateGroups, type Searching } from "./private-groups.js";
import { allWindowsQuery, contentsQuery, windowsQuery } from "./queries.js";

/** Which window of each group is enough, as the core says (weights as BigInts). */
export type Shape = { numerator: number; denominator: number; margin?: bigint; bin: bigint };

/**
 * The core's pending release: charged, and waiting for the contents of windows.
 * `wantsRows`: contents have for each key how many rows it has of each weight
 */
export type Begun = Pick<Searching, "likelyFrom"> & {
  id: number;
  wantsGroups: boolean;
  wantsRows: boolean;
  userWeight: number;
  shapes: Shape[];
};

export type Rows = RowsOf & { keys: Keys };

/**
 * The answers of ranks, from as many queries as it takes.
 * @param of the release's name in the core
 * @param rows of declared groups, or of all that occur
 * @param declared the number of groups if they are not private
 * @returns undefined if the table changed in between
 */
export async function rankAnswers<Drawn>(
  of: string,
  { id, ...begun }: Begun,
  queryRows: QueryRows,
  rows: Rows,
  declared: number,
): Promise<{ answers: Drawn[]; nameOf: (group: number) => unknown } | undefined> {
  const core = new CoreObject(of, id);
  try {
    if (!begun.wantsGroups) {
      const answers = await drawn<Drawn>(core, begun, queryRows, rows, declared);
      return answers && { answers, nameOf: () => undefined };
    }
    const [first] = windowQueries(begun);
    const { groups, found, answer } = await privateGroups(
      ...[core, queryRows, rows],
      { groupWeight: begun.userWeight, likelyFrom: begun.likelyFrom },
      { query: first!.query, purpose: regionsOf },
    );
    const wanted = { ...rows, groups };
    const answers = await drawn<Drawn>(core, begun, queryRows, wanted, groups.length, answer);
    return answers && { answers, nameOf: (group) => found[group]!.name };
  } finally {
    core.dispose();
  }
}

const regionsOf: Purpose = "regions";

/** The queries for windows, and of how many ranks each is. */
function windowQueries({ shapes, userWeight }: Pick<Begun, "shapes" | "userWeight">) {
  const bounded = shapes.filter(hasMargin);
  if (shapes.length > 1 && bounded.length === shapes.length) {
    const query = (rows: Rows) => allWindowsQuery(rows, userWeight, bounded);
    return [{ ranks: shapes.length, query }];
  }
  return shapes.map((shape) => ({
    ranks: 1,
    query: (rows: Rows) => windowsQuery(rows, userWeight, shape),
  }));
}

/**
 * @param count of groups
 * @param first the answer of the first query for windows, if it was asked before
 */
async function drawn<Drawn>(
  core: CoreObject,
  { shapes, wantsRows, userWeight }: Pick<Begun, "shapes" | "wantsRows" | "userWeight">,
  queryRows: QueryRows,
  rows: Rows,
  count: number,
  first?: Row[],
): Promise<Drawn[] | undefined> {
  const nothing = count === 0 || isOfNoRow(rows);
  const windows: Row[][] = [];
  let known = nothing ? [] : first;
  for (const { ranks, query } of windowQueries({ shapes, userWeight })) {
    const answer = known ?? (await queryRows(query(rows), regionsOf));
    windows.push(...byRank(listed(answer, count * ranks), ranks));
    if (!nothing) known = undefined;
  }
  const { keys } = rows;
  let state = core.call<State<Drawn>>("open", told(windows, keys), keys.reading);
  while (state.wanted !== undefined) {
    const wanted = state.wanted.map(({ place, first, last, ...cut }) => ({
      ...cut,
      group: place,
      first: keys.written(first),
      last: keys.written(last),
    }));
    const answer = await queryRows(contentsQuery(rows, userWeight, wanted, wantsRows), "contents");
    state = core.call("provide", told(listed(answer, wanted.length), keys), keys.reading);
  }
  if (state.chains !== undefined) {
    const weights = await chainWeights(state.chains, queryRows, rows, userWeight);
    state = core.call("provideChains", weights, keys.reading);
  }
  return state.answers;
}

/** Whether a window is around a rank, and not of all rows. */
const hasMargin = (shape: Shape): shape is Shape & { margin: bigint } => shape.margin !== undefined;

/** The core's draw for a group: a key for each quantile, or no key. */
export type DrawnRank = { group: number; values: DrawnKey[] };

/** The core's next request, for contents or for weights round points, or its answers. */
interface State<Drawn> {
  wanted?: {
    place: number;
    first: DrawnKey;
    last: DrawnKey;
    from: bigint;
    to: bigint;
    bin: bigint;
  }[];
  chains?: Chain[];
  answers?: Drawn[];
}

/**
 * The rows of an answer, each in the list that its `i` says.
 * @param count of lists
 */
function listed(answer: Row[], count: number) {
  const lists: Row[][] = Array.from({ length: count }, () => []);
  for (const row of answer) lists[Number(row.i)]!.push(row);
  return lists;
}

/** Lists that go through the ranks of one group after the other, as those of one rank after the other. */
const byRank = (lists: Row[][], ranks: number) =>
  Array.from({ length: ranks }, (_, rank) =>
    lists.filter((_, place) => place % ranks === rank),
  ).flat();

/** Regions, or rows of equal keys, as the core takes them. */
function told(lists: Row[][], keys: Keys) {
  const all = lists.flat();
  return {
    firsts: keys.read(all.map(({ first }) => `${first}`)),
    lasts: keys.read(all.map(({ last }) => `${last}`)),
    weights: Float64Array.from(all, ({ w }) => Number(w)),
    times: all.some(({ c }) => c !== undefined)
      ? Float64Array.from(all, ({ c }) => Number(c))
      : undefined,
    counts: Uint32Array.from(lists, ({ length }) => length),
  };
}
