import { CoreObject } from "../core/object.js";
import { contentsQuery, windowsQuery } from "./queries.js";
import { isOfNoRow, namedGroups } from "./sums.js";

/**
 * Which window of each group is enough, as the core says (weights as BigInts).
 * @typedef {{ numerator: number, denominator: number, margin?: bigint, bin: bigint }} Shape
 */

/**
 * What the core has begun: a release that is paid for and has to know something.
 * @typedef {{ id: number, wantsGroups: boolean, wantsRows: boolean, userWeight: number, shapes: Shape[] }} Begun
 *   `wantsRows`: contents are to say of each key how many rows it has of each weight
 */

/** @typedef {import("./connection.js").Ask} Ask */
/** @typedef {import("./connection.js").Row} Row */
/** @typedef {import("./queries.js").Rows & { keys: import("./keys.js").Keys }} Rows */

const kind = "UserRanksWindows";

/**
 * The answers of ranks, from as many queries as it takes.
 * @param {Begun} begun
 * @param {Ask} ask
 * @param {Rows} rows of declared groups, or of all that occur
 * @param {number} declared how many groups there are if they are not private
 * @returns {Promise<{ answers: any[], nameOf: (group: number) => any } | undefined>} nothing if the table was
 *   another one in between
 */
export async function rankAnswers({ id, ...begun }, ask, rows, declared) {
  const core = new CoreObject(kind, id);
  try {
    if (!begun.wantsGroups) {
      const answers = await drawn(core, begun, ask, rows, declared);
      return answers && { answers, nameOf: () => undefined };
    }
    const { groups, found } = await namedGroups(core, ask, rows, begun.userWeight);
    const answers = await drawn(core, begun, ask, { ...rows, groups }, groups.length);
    return answers && { answers, nameOf: (group) => found[group].name };
  } finally {
    core.dispose();
  }
}

/**
 * @param {CoreObject} core
 * @param {Omit<Begun, "id">} begun
 * @param {Ask} ask
 * @param {Rows} rows
 * @param {number} count of groups
 * @returns {Promise<any[] | undefined>}
 */
async function drawn(core, { shapes, wantsRows, userWeight }, ask, rows, count) {
  const nothing = count === 0 || isOfNoRow(rows);
  const windows = [];
  for (const shape of shapes) {
    const answer = nothing ? [] : await ask(windowsQuery(rows, userWeight, shape));
    windows.push(...listed(answer, count));
  }
  const { keys } = rows;
  let state = core.call("open", told(windows, keys), keys.reading);
  while (state.wanted !== undefined) {
    const wanted = state.wanted.map((/** @type {any} */ { place, first, last, ...cut }) => ({
      ...cut,
      group: place,
      first: keys.written(first),
      last: keys.written(last),
    }));
    const answer = await ask(contentsQuery(rows, userWeight, wanted, wantsRows));
    state = core.call("tell", told(listed(answer, wanted.length), keys), keys.reading);
  }
  return state.answers;
}

/**
 * The rows of an answer, each in the list that its `i` says.
 * @param {Row[]} answer
 * @param {number} count of lists
 */
function listed(answer, count) {
  /** @type {Row[][]} */
  const lists = Array.from({ length: count }, () => []);
  for (const row of answer) lists[Number(row.i)].push(row);
  return lists;
}

/**
 * Regions, or rows of keys that are alike, as the core takes them.
 * @param {Row[][]} lists
 * @param {import("./keys.js").Keys} keys
 */
function told(lists, keys) {
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
