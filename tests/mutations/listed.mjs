// The mutations of `npm run mutate`: constants of the core in tests/mutations/*.json, and the code between the
// core and its callers in tests/mutations/package.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/shell.mjs";
import { mechanisms } from "../exact/listed.mjs";

/**
 * A mutation of one place of one file.
 * @typedef {object} Mutation
 * @property {string} room the list of the mutation
 * @property {string} name what is perturbed
 * @property {string} file
 * @property {string} was text that occurs once in the file
 * @property {string} now the replacement
 * @property {string[]} tests the files of tests/exact that should fail; through the package the laws of
 *   tests/laws, by the name of the export or of one of its cases
 * @property {string[]} [unit] files of tests/unit, for changes that affect neither a law nor a loss; through
 *   the package files of tests/js, tests/border and tests/sql
 * @property {string} [survives] the reason why no test fails, if known
 */

/** All mutations, by room. @returns {Map<string, Mutation[]>} */
export function mutationsByRoom() {
  const folder = join(root, "tests/mutations");
  const files = readdirSync(folder, { recursive: true }).map(String);
  const rooms = files.filter((file) => file.endsWith(".json")).map((f) => f.replace(".json", ""));
  const listOf = (room) => JSON.parse(readFileSync(join(folder, `${room}.json`), "utf8"));
  const lists = [...rooms.sort().map((room) => [room, listOf(room)]), ...ofMechanisms()];
  return new Map(
    lists.map(([room, list]) => [room, list.map((mutation) => ({ ...mutation, room }))]),
  );
}

/** Those of manifests, by room: a mechanism's own, and as people call it. */
function ofMechanisms() {
  return [...mechanisms].flatMap(([file, { mutations = [] }]) => {
    const name = file.replace(".mechanism.mjs", "");
    const isInner = (mutation) => mutation.file.startsWith("src/");
    const called = mutations.filter((mutation) => !isInner(mutation));
    const lists = [
      [name, mutations.filter(isInner)],
      [`package/${name}`, called],
    ];
    return lists.filter(([, list]) => list.length > 0);
  });
}

/** Whether it runs through the public package instead of the core's own tests. @param {Mutation} m */
export function isThroughPackage({ room }) {
  return room.startsWith("package/");
}

/** The test file of a name in `unit` of a mutation through the package. @param {string} name */
export function unitFile(name) {
  const folders = ["js", "border", "sql", "js/long", "sql/long"];
  const files = folders.map((folder) => `tests/${folder}/${name}.test.mjs`);
  return files.find((file) => existsSync(join(root, file))) ?? files[0];
}

/** The name of a mutation in results. @param {Mutation} mutation */
export function idOf({ file, name }) {
  return `${file.replace("src/", "").replace(/\.(cpp|ts)$/, "")}: ${name}`;
}

/** The mutated source. @param {Mutation} mutation */
export function mutated(mutation) {
  const parts = readFileSync(join(root, mutation.file), "utf8").split(mutation.was);
  if (parts.length !== 2) {
    throw new Error(`${idOf(mutation)}: its text must occur once in ${mutation.file}`);
  }
  return parts.join(mutation.now);
}
