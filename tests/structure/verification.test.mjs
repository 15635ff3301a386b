// That nothing is missing from docs/verification.md and docs/errata.md: the pages' figures
// are compared with a run after the exact laws (scripts/verify.mjs), here their lists are.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { auditedMistakes } from "../../scripts/audit.mjs";
import { slipsOf } from "../../scripts/errata-page.mjs";
import { controls, modes, slips, testsByFile } from "../../scripts/exact-tests.mjs";
import { root } from "../../scripts/shell.mjs";

const read = (path) => readFileSync(join(root, path), "utf8");
const tests = new Set(testsByFile().flatMap(([, names]) => names));
const page = read("docs/verification.md");

function publicExports() {
  const code = read("web/index.js").replace(/\/\*[\s\S]*?\*\//g, "");
  return [...code.matchAll(/export \{([^}]*)\}/g)].flatMap(([, names]) =>
    names.split(",").map((name) => name.trim()),
  );
}

/** The page up to what is enumerated through JavaScript. */
const summary = page.split("\n## Through JavaScript\n")[0];

/** Rows of the summary whose first cell names the export. */
function rowsOf(name) {
  return summary
    .split("\n")
    .filter((line) => line.startsWith("| `") && cellOf(line).includes(name));
}
const cellOf = (line) =>
  line
    .split("|")[1]
    .split(",")
    .map((name) => name.replaceAll("`", "").trim());

test("every public export is in the report as a mechanism, or declared to be none, with a reason", () => {
  const { modes: list, others } = modes();
  const names = publicExports();
  assert.ok(names.length > 30);
  for (const name of names) {
    const listed = list.some(({ exports }) => exports.includes(name));
    assert.notEqual(listed, name in others, `${name}: in tests/exact/modes.json once, please`);
    if (listed) assert.ok(rowsOf(name).length > 0, `${name} has no row in docs/verification.md`);
    else assert.ok(others[name].length > 3, name);
  }
  for (const name of Object.keys(others))
    assert.ok(names.includes(name), `${name} is not exported`);
});

test("every mode in modes.json is a real one: its tests exist, and it has rows in the report", () => {
  for (const { exports, mode, tests: named } of modes().modes) {
    assert.ok(named.length > 0, mode);
    for (const name of named) assert.ok(tests.has(name), `no test is called: ${name}`);
    for (const name of exports) {
      const rows = rowsOf(name).filter((line) => line.split("|")[2].trim() === mode);
      assert.ok(rows.length > 0, `${name}, ${mode}: run npm run verify`);
    }
  }
});

test("the neighbours that modes.json lists for a mode are those of its rows in the report", () => {
  const rows = summary
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split("|").map((cell) => cell.replaceAll("`", "").trim()));
  const wrong = [];
  for (const { exports, mode, neighbors = [] } of modes().modes) {
    const found = rows
      .filter((cells) => cells[1] === exports.join(", ") && cells[2] === mode)
      .map((cells) => cells[3]);
    const title = `${exports[0]}, ${mode}`;
    if (neighbors.length === 0) wrong.push(`${title}: no neighbours listed`);
    for (const one of neighbors) if (!found.includes(one)) wrong.push(`${title}: no row, ${one}`);
    for (const one of found) if (!neighbors.includes(one)) wrong.push(`${title}: unlisted, ${one}`);
  }
  assert.deepEqual(wrong, [], "list them in tests/exact/modes.json, or run npm run verify");
});

/** The part of the page about an entry. */
const entryPart = (title) => page.split(`### ${title}\n`)[1].split(/^#/m)[0];

// What the worker offers has a case or a reason too: tests/laws/exports.test.mjs.
test("every export has a row of laws through JavaScript, or a reason why none is", () => {
  const rows = entryPart("Main entry")
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const counts = publicExports().map((name) => {
    const own = rows.filter((cells) => cells[1] === `\`${name}\``);
    const laws = own.filter((cells) => Number(cells[6]?.replaceAll(",", "")) > 0);
    return { name, laws: laws.length, reasons: own.length - laws.length };
  });
  const wrong = counts.filter(({ laws, reasons }) => (laws > 0 ? reasons > 0 : reasons !== 1));
  assert.deepEqual(wrong, [], "run npm run verify");
});

/** How a field of options that chooses among names is written. */
const choiceField = /(?:algorithm|method|variant) = optional\(\s*choice\([^[]*\[([^\]]*)\]/;

/** The names an option can have, as web/ lists them. */
function optionNames(file, pattern) {
  const found = pattern.exec(read(file));
  assert.ok(found, `${file}: ${pattern}`);
  return [...found[1].matchAll(/"([a-z-]+)"/g)].map(([, name]) => name);
}

test("every algorithm, method and variant that an option names is a mode in the report", () => {
  const options = [
    ...["interiorPoint", "median", "quantile"].map((name) => [
      name,
      "web/ranks/options.js",
      choiceField,
    ]),
    ["selectBest", "web/selection/select-best.js", choiceField],
    ["quasiConcaveMax", "web/ranks/quasi-concave-max.js", choiceField],
    ["topK", "web/top-k/options.js", choiceField],
    ["ThresholdMonitor", "web/streams/threshold-monitor.js", choiceField],
    ["HeavyHitterMonitor", "web/streams/heavy-hitter-monitor.js", choiceField],
    ["learnPoint", "web/learning/point-options.js", choiceField],
    ["learnThreshold", "web/learning/threshold-options.js", choiceField],
    ["learnRectangle", "web/learning/rectangle-options.js", choiceField],
    ["sanitizePoints", "web/sanitizing/points.js", choiceField],
  ];
  for (const [name, file, pattern] of options) {
    const named = optionNames(file, pattern).filter((one) => !/^(auto|least-promise)$/.test(one));
    assert.ok(named.length > 1, name);
    for (const option of named) {
      const rows = rowsOf(name).filter((line) => line.split("|")[2].trim() === option);
      assert.ok(rows.length > 0, `${name} by "${option}" is not in docs/verification.md`);
    }
  }
});

/** What section 2 of the specification of verification asks for. */
const askedFor = [
  "A_dist as printed in BNS13",
  "Laplace noise with scale and location swapped",
  ...[3, 4, 5, 6].map((variant) => `sparse vector, variant ${variant} of Lyu, Su, Li`),
  "a noisy maximum that also releases its value",
  "LimitDom with delta / kbar misplaced",
  "LimitDom without the + 1",
  "a choosing mechanism used below its size bound",
  "trimming that depends on the data's order",
  "a quantile whose ties are broken by rank or position",
  "a quantile whose ties are broken by the data's smallest gap",
  "cut choice with an error count at full epsilon",
];

/** Modes whose laws are enumerated and which tests/audit has no case for yet: each is to get one. */
const withoutAudit = [
  "| `quantiles` | rows of users, recursion |",
  "| `median`, `quantile`, `quantiles`, `interiorPoint` | rows of users, at most g each |",
  "| `topK` | threshold |",
  "| `sanitizeThresholds` | counts |",
  "| `findBounds` |  |",
  "| `mean` | found bounds |",
  "| `sum` | found bounds |",
];

test("every mode was audited, under each of its kinds of neighbours, in 100,000 runs", () => {
  const rows = summary.split("\n").filter((line) => line.startsWith("| `"));
  assert.ok(rows.length > 100);
  for (const mode of withoutAudit) {
    const audit = rows.filter((row) => row.startsWith(mode)).map((row) => row.split("|")[6].trim());
    assert.ok(audit.length > 0 && audit.every((cell) => cell === ""), `${mode} has an audit now`);
  }
  for (const row of rows.filter((row) => !withoutAudit.some((mode) => row.startsWith(mode)))) {
    assert.match(row.split("|")[6], /^ \d+\.\d\d \/ [\d.]+ $/, row);
  }
  const audited = read("tests/audit/results.tsv")
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"));
  for (const [mechanism, mode, , , , , runs, mistake] of audited) {
    // A mistake that shows little may need more.
    assert.ok(mistake ? Number(runs) >= 100_000 : runs === "100000", `${mechanism}, ${mode}`);
  }
});

test("every published mistake on the list shows the auditor more than it claims", () => {
  const audited = auditedMistakes();
  const known = controls().map(({ mistake }) => mistake);
  for (const mistake of [...askedFor, ...known]) {
    assert.ok(audited.has(mistake), `${mistake}: no case in tests/audit with this name`);
  }
  for (const [mistake, bounds] of audited) {
    assert.ok(known.includes(mistake), `${mistake} is not in tests/exact/controls.json`);
    for (const { found, claimed } of bounds) {
      assert.ok(found > claimed, `${mistake}: ${found} of ${claimed}`);
    }
  }
});

test("the table of what is shown of users names tests that exist", () => {
  const [, table] = read("docs/guarantees/users.md").split("## Which test shows what");
  const named = [...table.matchAll(/[|,] \*([^*]+)\*/g)].map(([, name]) => name);
  assert.ok(named.length > 30, `${named.length}`);
  for (const name of named) assert.ok(tests.has(name), `no test is called: ${name}`);
});

test("every published mistake on the list is rejected by tests that exist", () => {
  const known = new Map(controls().map((control) => [control.mistake, control.tests]));
  for (const mistake of askedFor) assert.ok(known.has(mistake), mistake);
  for (const [mistake, named] of known) {
    assert.ok(named.length > 0, mistake);
    for (const name of named) {
      assert.ok(tests.has(name), `no test is called: ${name}`);
      const row = page.split("\n").find((line) => line.startsWith(`| ${mistake} | ${name} |`));
      assert.ok(row, `${mistake}: run npm run verify`);
      assert.ok(Number(row.split("|")[3]) > 0, `${name} rejects nothing`);
    }
  }
});

const errata = read("docs/errata.md");
const sections = errata
  .split(/^### /m)
  .slice(1)
  .map((text) => text.split(/^## /m)[0]);

test("every erratum has figures that tests report, or says that there is a proof only", () => {
  assert.ok(sections.length >= 18);
  for (const section of sections) {
    const [title] = section.split("\n");
    assert.match(title, /^(BNS13|CLNSS22|DR19|KLMNS20|KMS20) /);
    const headers = [...section.matchAll(/^\| \*(.*)\* \| found \|$/gm)].map(([, name]) => name);
    for (const name of headers) {
      assert.ok(tests.has(name.replaceAll("\\", "")), `no test is called: ${name}`);
    }
    if (headers.length === 0) assert.match(section, /\*Proof only\*/, title);
    assert.equal(headers.length > 0, slipsOf(section).length === 1, title);
    assert.match(section, /\]\(guarantees\/[a-z-]+\.md\)|^CLNSS22 Algorithms 4 and 5/, title);
  }
});

test("the slips that tests report are those that the errata have a place for", () => {
  assert.deepEqual([...slips()].sort(), slipsOf(errata).sort());
});
