// What `npm run mutate` changes (tests/mutations/*.json) and the page it writes, docs/mutations.md.
import { createHash } from "node:crypto";
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
 * @property {string[]} [unit] those of tests/unit, if what it changes is no law and no loss
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

/** What each mutation that was tried met: its id to {key, verdict, by, check}. */
export function readResults() {
  return existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, "utf8")) : {};
}

/** Checks that only write a figure down, which any change changes. @returns {{ test: string, check: string }[]} */
export function pinnedSizes() {
  return JSON.parse(readFileSync(join(root, "tests/mutation-sizes.json"), "utf8"));
}

/** How a mutation is called in results and on the page. @param {Mutation} mutation */
export function idOf({ file, name }) {
  return `${file.replace("src/", "").replace(".cpp", "")}: ${name}`;
}

/** The mutated source. @param {Mutation} mutation */
export function mutated(mutation) {
  const parts = readFileSync(join(root, mutation.file), "utf8").split(mutation.was);
  if (parts.length !== 2) {
    throw new Error(`${idOf(mutation)}: its text must occur once in ${mutation.file}`);
  }
  return parts.join(mutation.now);
}

/**
 * Of the source and what is changed in it: a result with another key is out of date. Where headers stand
 * and what comments say is not part of it.
 * @param {Mutation} mutation
 */
export function keyOf(mutation) {
  const text = readFileSync(join(root, mutation.file), "utf8").replace(
    /^(#include| *\/\/).*\n/gm,
    "",
  );
  return createHash("sha256").update(`${mutation.was}\0${mutation.now}\0${text}`).digest("hex");
}

const rejections = {
  claim: "a privacy claim",
  test: "another exact test",
  unit: "a unit test",
  size: "a figure only",
};
const others = {
  exception: "**nothing**: an exception",
  crash: "**nothing**: a crash",
  hang: "**nothing**: no end",
  survived: "**nothing**",
  untried: "not tried yet",
};

/** Whether a check was evaluated and failed. A test that ended before it could judge rejects nothing. */
export function isRejected(verdict) {
  return verdict in rejections;
}

/** A line of a table. */
const row = (...cells) => `| ${cells.map((c) => String(c).replaceAll("|", "\\|")).join(" | ")} |`;

function countsTable(rooms, verdictOf) {
  const columns = [...Object.keys(rejections), "not"];
  const line = (name, list) => {
    const verdicts = list.map(verdictOf);
    const count = (column) =>
      verdicts.filter((v) => (column === "not" ? !isRejected(v) : v === column)).length;
    return row(name, list.length, ...columns.map(count));
  };
  return [
    row("family", "mutations", ...Object.values(rejections), "not rejected"),
    `|---|${"---:|".repeat(columns.length + 1)}`,
    ...[...rooms].map(([room, list]) => line(room, list)),
    line("all", [...rooms.values()].flat()),
  ];
}

/** The page for these results: id of a mutation to {verdict, by, check}. */
export function mutationsPage(results) {
  const rooms = mutationsByRoom();
  const listed = [...rooms.values()].flat();
  const verdictOf = (mutation) => results[idOf(mutation)]?.verdict ?? "untried";
  const tried = listed.filter((mutation) => verdictOf(mutation) !== "untried");
  const rejected = tried.filter((mutation) => isRejected(verdictOf(mutation))).length;
  const left = tried.filter((mutation) => !isRejected(verdictOf(mutation)));
  const lines = [
    `# Would the verifier notice?

Written by \`npm run mutate\`: do not edit. One constant of one mechanism or calibration is perturbed at a time, always
towards less privacy or less counting of it, the library is built again and the tests are run.
Of ${tried.length} mutations${tried.length < listed.length ? ` tried so far (${listed.length} are listed)` : ""} ${rejected} (${((100 * rejected) / tried.length).toFixed(1)}%) are rejected.
A mutation that nothing noticed gets a test, unless there is a reason why none can: the share tells what is left,
it does not foretell the next one. The mutations are in \`tests/mutations/\`.
`,
    ...countsTable(rooms, verdictOf),
    `
What the columns say:

- A **privacy claim**: two neighbouring data sets were enumerated whose laws are no longer within the claimed
  epsilon and delta. The mutated library is not private, and the verifier has the proof.
- **Another exact test**: a law, an attained delta, or a loss added up again from the theorem is not what it was.
  The verifier notices, but not by data that lose their privacy: often the perturbed step is never the tight one,
  or no data small enough to enumerate make it so.
- A **unit test**: the change is seen where the function is called directly. No exact test looks there.
- A **figure only**: nothing noticed but a figure that a test writes down, such as a least number of records. It
  would notice a change for the better as well.
- **Not rejected**: no check failed. A test that ended by an exception, a crash or the time limit has judged
  nothing and is counted here.
`,
    "## Not rejected\n",
    ...(left.length === 0 ? ["None."] : [row("mutation", "by", "why"), "|---|---|---|"]),
  ];
  for (const m of left) lines.push(row(idOf(m), others[verdictOf(m)], m.survives ?? "not known"));
  for (const [room, list] of rooms) {
    lines.push(`\n## ${room}\n`, row("mutation", "rejected by", "for example"), "|---|---|---|");
    for (const m of list) {
      const { by, check } = results[idOf(m)] ?? {};
      const verdict = verdictOf(m);
      const example = check === undefined ? (by ?? "") : `${by}: \`${check}\``;
      lines.push(row(idOf(m), rejections[verdict] ?? others[verdict], example));
    }
  }
  return `${lines.join("\n")}\n`;
}
