// docs/mutations.md: what `npm run mutate` found.
import { idOf, isRejected, isThroughPackage, mutationsByRoom, rejections } from "./mutations.mjs";

const others = {
  exception: "**nothing**: an exception",
  crash: "**nothing**: a crash",
  hang: "**nothing**: no end",
  survived: "**nothing**",
  untried: "not tried yet",
};

/** A line of a table. */
const row = (...cells) => `| ${cells.map((c) => String(c).replaceAll("|", "\\|")).join(" | ")} |`;

function countsTable(family, rooms, verdictOf) {
  const columns = [...Object.keys(rejections), "not"];
  const line = (name, list) => {
    const verdicts = list.map(verdictOf);
    const count = (column) =>
      verdicts.filter((v) => (column === "not" ? !isRejected(v) : v === column)).length;
    return row(name, list.length, ...columns.map(count));
  };
  return [
    row(family, "mutations", ...Object.values(rejections), "not rejected"),
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
  const of = (kind) =>
    new Map([...rooms].filter(([, list]) => list.some(isThroughPackage) === kind));
  const [inner, called] = [of(false), of(true)];
  const lines = [
    `# Would the verifier notice?

Written by \`npm run mutate\`: do not edit. One place is perturbed at a time, towards less privacy, less counting of it or
a wrong answer, and the tests are run: a constant of a mechanism or calibration of the core, by the tests of the
core, or what lies between the core and its callers (the JavaScript layer, the bindings, the page's reader of files),
by the tests of what people call.
Of ${tried.length} mutations${tried.length < listed.length ? ` tried so far (${listed.length} are listed)` : ""} ${rejected} (${((100 * rejected) / tried.length).toFixed(1)}%) are rejected.
A mutation that nothing noticed gets a test, unless there is a reason why none can: the share tells what is left,
it does not foretell the next one. The mutations are in \`tests/mutations/\`.
`,
    ...countsTable("the core", inner, verdictOf),
    "",
    ...countsTable("what people call", called, verdictOf),
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

The exact tests of what people call are those of \`tests/laws\`: laws of what public functions return, enumerated through
JavaScript on data that is hard to read; another one than a claim is an error that depends on one record. Their
unit tests are those of \`tests/js\`. \`package/faults\` are the faults that were found above the core, put back.
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
