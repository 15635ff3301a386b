import { CoreObject } from "../core/object.js";
import { handedBack, single } from "../counts/by-group.js";
import { chosenGroupsQuery, usersQuery } from "./queries.js";
import { groupsThatOccur, weightsByName } from "./ranks.js";
import { hexOfBytes } from "./writing.js";

/**
 * What users there are, by group or together.
 * @param {{ of: string, id: number, userWeight: number }} begun
 * @param {import("./connection.js").Ask} ask
 * @param {import("./queries.js").Rows} rows
 * @param {any} read
 */
export async function countAnswers({ of, id, userWeight }, ask, rows, read) {
  const core = new CoreObject(of, id);
  try {
    const { sums, names } = await sumsOf(ask, rows, read, userWeight);
    const drawn = core.call("tell", sums);
    return handedBack(single(drawn.values), read.groups, drawn, (group) => names[group]);
  } finally {
    core.dispose();
  }
}

/**
 * @param {import("./connection.js").Ask} ask
 * @param {import("./queries.js").Rows} rows
 * @param {any} read
 * @param {number} userWeight
 */
async function sumsOf(ask, rows, { groups, perUser }, userWeight) {
  const { group } = rows;
  if (group === undefined) {
    const [{ w }] = await ask(usersQuery(rows));
    return { sums: Float64Array.of(Number(w)), names: [] };
  }
  const isList = Array.isArray(groups);
  if (isList && rows.groups?.length === 0)
    return { sums: new Float64Array(groups.length), names: [] };
  // Numbers of declared groups come in place of their names.
  const named = isList ? { ...group, read: Number } : group;
  const found =
    perUser === "spread"
      ? await groupsThatOccur(ask, { ...rows, group: named }, userWeight)
      : weightsByName(await ask(chosenGroupsQuery({ ...rows, group }, perUser, salt())), named);
  if (!isList) {
    return {
      sums: Float64Array.from(found, ({ weight }) => weight),
      names: found.map(({ name }) => name),
    };
  }
  const sums = new Float64Array(groups.length);
  for (const { name, weight } of found) sums[name] = weight;
  return { sums, names: [] };
}

/** New for each release: which of a user's groups count is nothing that anyone can know beforehand. */
const salt = () => hexOfBytes(globalThis.crypto.getRandomValues(new Uint8Array(16)));
