import { CoreObject } from "../core/object.js";
import { compareItems } from "../data/item-order.js";
import { contentsQuery, groupWeightsQuery, windowsQuery } from "./queries.js";

/**
 * Which window of each group is enough, as the core says (weights as BigInts).
 * @typedef {{ numerator: number, denominator: number, margin?: bigint, bin: bigint }} Shape
 */

/**
 * What the core has begun: a release that is paid for and has to know something.
 * @typedef {{ id: number, wantsGroups: boolean, userWeight: number, shapes: Shape[] }} Begun
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
    const found = await groupsThatOccur(ask, rows, begun.userWeight);
    const { groups } = core.call(
      "tellGroups",
      Float64Array.from(found, ({ weight }) => weight),
    );
    const listed = Array.from(groups, (/** @type {number} */ place, number) => ({
      number,
      sql: /** @type {string} */ (rows.group?.written(found[place].name)),
    }));
    const answers = await drawn(core, begun, ask, { ...rows, groups: listed }, listed.length);
    return answers && { answers, nameOf: (group) => found[group].name };
  } finally {
    core.dispose();
  }
}

/**
 * The groups that occur and what they weigh, in an order of their names, never in the engine's.
 * @param {Ask} ask
 * @param {import("./queries.js").Rows} rows
 * @param {number} whole
 */
export async function groupsThatOccur(ask, rows, whole) {
  const { group } = rows;
  if (group === undefined) throw new TypeError("groups must be of a column, got none");
  return weightsByName(await ask(groupWeightsQuery({ ...rows, group }, whole)), group);
}

/**
 * @param {Row[]} answer with names and weights
 * @param {import("./columns.js").Identity} group
 */
export function weightsByName(answer, group) {
  return answer
    .map(({ name, w }) => ({ name: group.read(`${name}`), weight: Number(w) }))
    .sort((a, b) => compareItems(a.name, b.name));
}

/**
 * @param {CoreObject} core
 * @param {Omit<Begun, "id">} begun
 * @param {Ask} ask
 * @param {Rows} rows
 * @param {number} count of groups
 * @returns {Promise<any[] | undefined>}
 */
async function drawn(core, { shapes, userWeight }, ask, rows, count) {
  const nothing = count === 0 || rows.groups?.length === 0; // no row can be in any of the groups
  const windows = [];
  for (const shape of shapes) {
    const answer = nothing ? [] : await ask(windowsQuery(rows, userWeight, shape));
    windows.push(...listed(answer, count));
  }
  const { keys } = rows;
  let state = core.call("open", told(windows, keys), keys.reading);
  while (state.wanted !== undefined) {
    const wanted = state.wanted.map((/** @type {any} */ { place, first, last }) => ({
      group: place,
      first: keys.written(first),
      last: keys.written(last),
    }));
    const answer = await ask(contentsQuery(rows, userWeight, wanted));
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
 * Regions as the core takes them.
 * @param {Row[][]} lists
 * @param {import("./keys.js").Keys} keys
 */
function told(lists, keys) {
  const all = lists.flat();
  return {
    firsts: keys.read(all.map(({ first }) => `${first}`)),
    lasts: keys.read(all.map(({ last }) => `${last}`)),
    weights: Float64Array.from(all, ({ w }) => Number(w)),
    counts: Uint32Array.from(lists, ({ length }) => length),
  };
}
