// What `npm run mutate` changes (tests/mutations/*.json) and the page it writes, docs/mutations.md.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./shell.mjs";

/**
 * One constant of one file, perturbed.
 * @typedef {object} Mutation
 * @property {string} name what is perturbed
 * @property {string} file
 * @property {string} was text that occurs once in the file
 * @property {string} now what stands there instead
 * @property {string[]} tests the files of tests/exact that should notice
 * @property {string} [survives] why it is not noticed, if that is known
 */

/** All mutations, by room. @returns {Map<string, Mutation[]>} */
export function mutationsByRoom() {
  const folder = join(root, "tests/mutations");
  const files = readdirSync(folder).sort();
  return new Map(
    files.map((file) => [
      file.replace(".json", ""),
      JSON.parse(readFileSync(join(folder, file), "utf8")),
    ]),
  );
}

export const resultsFile = join(root, "tests/mutation-results.json");

/** What each mutation that was tried met: its id to {key, verdict, by}. */
export function readResults() {
  return existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, "utf8")) : {};
}

/** How a mutation is called in results and on the page. @param {Mutation} mutation */
export function idOf({ file, name }) {
  return `${file.replace("src/", "").replace(".cpp", "")}: ${name}`;
}

const verdicts = {
  claim: "a privacy claim",
  test: "another exact test",
  hang: "a test that did not end",
  survived: "**nothing**",
  untried: "not tried yet",
};

/** The page for these results: id of a mutation to {verdict, by}. */
export function mutationsPage(results) {
  const rooms = mutationsByRoom();
  const listed = [...rooms.values()].flat();
  const all = listed.filter((mutation) => results[idOf(mutation)] !== undefined);
  const of = (verdict) => all.filter((m) => results[idOf(m)]?.verdict === verdict);
  const survivors = of("survived");
  const rejected = all.length - survivors.length;
  const lines = [
    `# Would the verifier notice?

Written by \`npm run mutate\`: do not edit. One constant of one mechanism or calibration is perturbed at a time, always
towards less privacy or less counting of it, the library is built again and the exact tests are run.
Of ${all.length} mutations${all.length < listed.length ? ` tried so far (${listed.length} are listed)` : ""} ${rejected} (${((100 * rejected) / all.length).toFixed(1)}%) are rejected: ${of("claim").length} by a privacy claim that no longer holds,
${of("test").length} by another exact test only (a law, an attained delta, a calibration that must not cost more than it
may)${of("hang").length > 0 ? `, ${of("hang").length} by a test that no longer ends` : ""}. The mutations are in \`tests/mutations/\`.
`,
    "## Survivors\n",
    survivors.length === 0 ? "None.\n" : "| mutation | why |\n|---|---|",
  ];
  for (const m of survivors) lines.push(`| ${idOf(m)} | ${m.survives ?? "not known"} |`);
  for (const [room, list] of rooms) {
    lines.push(`\n## ${room}\n`, "| mutation | rejected by | for example |", "|---|---|---|");
    for (const m of list) {
      const { verdict, by } = results[idOf(m)] ?? { verdict: "untried" };
      lines.push(`| ${idOf(m)} | ${verdicts[verdict]} | ${(by ?? "").replaceAll("|", "\\|")} |`);
    }
  }
  return `${lines.join("\n")}\n`;
}
