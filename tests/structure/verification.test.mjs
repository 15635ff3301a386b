// The lists behind docs/verification.md and docs/errata-figures.md are complete. tests/verification then checks
// that the enumeration has results for each entry.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { slipsOf } from "../../scripts/pages/errata-figures.mjs";
import { root } from "../../scripts/shell.mjs";
import { auditedBounds, auditedMistakes } from "../audit/run.mjs";
import { controls, modes, slips, testsByFile } from "../exact/listed.mjs";

const read = (path) => readFileSync(join(root, path), "utf8");
const tests = new Set(testsByFile().flatMap(([, names]) => names));

function publicExports() {
  const code = read("web/index.ts").replace(/\/\*[\s\S]*?\*\//g, "");
  return [...code.matchAll(/export \{([^}]*)\}/g)].flatMap(([, names]) =>
    names.split(",").map((name) => name.trim()),
  );
}

test("every public export is listed as a mechanism, or as another export with a reason", () => {
  const { modes: list, others } = modes();
  const names = publicExports();
  assert.ok(names.length > 30);
  for (const name of names) {
    const listed = list.some(({ exports }) => exports.includes(name));
    assert.notEqual(listed, name in others, `${name}: in tests/exact/modes.json once, please`);
    if (!listed) assert.ok(others[name].length > 3, name);
  }
  for (const name of Object.keys(others))
    assert.ok(names.includes(name), `${name} is not exported`);
});

test("every mode in modes.json names its neighbours, and tests that exist", () => {
  for (const { exports, mode, neighbors, tests: named } of modes().modes) {
    assert.ok(named.length > 0, mode);
    assert.ok(neighbors.length > 0, `${exports[0]}, ${mode}: no neighbours listed`);
    for (const name of named) assert.ok(tests.has(name), `no test is called: ${name}`);
  }
});

/** The source form of an option that chooses among names. */
const choiceField = /(?:algorithm|method|variant) = optional\(\s*choice\([^[]*\[([^\]]*)\]/;

/** The names of an option, as listed in web/. */
function optionNames(file, pattern) {
  const found = pattern.exec(read(file));
  assert.ok(found, `${file}: ${pattern}`);
  return [...found[1].matchAll(/"([a-z-]+)"/g)].map(([, name]) => name);
}

test("every algorithm, method and variant of an option is a mode in modes.json", () => {
  const options = [
    ...["interiorPoint", "median", "quantile"].map((name) => [
      name,
      "web/ranks/options.ts",
      choiceField,
    ]),
    ["selectBest", "web/selection/select-best.ts", choiceField],
    ["quasiConcaveMax", "web/ranks/quasi-concave-max.ts", choiceField],
    ["topK", "web/top-k/options.ts", choiceField],
    ["ThresholdMonitor", "web/streams/threshold-monitor.ts", choiceField],
    ["HeavyHitterMonitor", "web/streams/heavy-hitter-monitor.ts", choiceField],
    ["learnPoint", "web/learning/point-options.ts", choiceField],
    ["learnThreshold", "web/learning/threshold-options.ts", choiceField],
    ["learnRectangle", "web/learning/rectangle-options.ts", choiceField],
    ["sanitizePoints", "web/sanitizing/points.ts", choiceField],
  ];
  for (const [name, file, pattern] of options) {
    const named = optionNames(file, pattern).filter((one) => !/^(auto|least-promise)$/.test(one));
    assert.ok(named.length > 1, name);
    for (const option of named) {
      const isListed = modes().modes.some(
        ({ exports, mode }) => exports.includes(name) && mode === option,
      );
      assert.ok(isListed, `${name} by "${option}" is not in tests/exact/modes.json`);
    }
  }
});

/** The published mistakes that section 2 of the specification of verification requires. */
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

/** Enumerated modes without a case in tests/audit: each with a reason. */
const withoutAudit = [];

test("every mode was audited, for each of its kinds of neighbours, in 100,000 runs", () => {
  const bound = auditedBounds();
  const cases = modes().modes.flatMap(({ exports, mode, neighbors }) =>
    neighbors.map((one) => ({
      title: `${exports.join(", ")}: ${mode}`,
      bound: bound(exports, mode, one),
    })),
  );
  assert.ok(cases.length > 100);
  for (const title of withoutAudit) {
    const own = cases.filter((one) => one.title === title);
    assert.ok(own.length > 0 && own.every((one) => one.bound === ""), `${title} has an audit now`);
  }
  for (const { title, bound } of cases.filter((one) => !withoutAudit.includes(one.title))) {
    assert.match(bound, /^\d+\.\d\d \/ [\d.]+$/, title);
  }
  const audited = read("tests/audit/results.tsv")
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"));
  for (const [mechanism, mode, , , , , runs, mistake] of audited) {
    // A mistake with a small effect may need more.
    assert.ok(mistake ? Number(runs) >= 100_000 : runs === "100000", `${mechanism}, ${mode}`);
  }
});

test("the audit shows more than its claim for every published mistake on the list", () => {
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

test("the table of tests for users names tests that exist", () => {
  const [, table] = read("docs/guarantees/users.md").split("## Which test shows what");
  const named = [...table.matchAll(/[|,] \*([^*]+)\*/g)].map(([, name]) => name);
  assert.ok(named.length > 30, `${named.length}`);
  for (const name of named) assert.ok(tests.has(name), `no test is called: ${name}`);
});

test("existing tests reject every published mistake on the list", () => {
  const known = new Map(controls().map((control) => [control.mistake, control.tests]));
  for (const mistake of askedFor) assert.ok(known.has(mistake), mistake);
  for (const [mistake, named] of known) {
    assert.ok(named.length > 0, mistake);
    for (const name of named) {
      assert.ok(tests.has(name), `no test is called: ${name}`);
    }
  }
});

const errata = read("docs/errata.md");
const sections = errata
  .split(/^### /m)
  .slice(1)
  .map((text) => text.split(/^## /m)[0]);

test("every erratum has figures that tests report, or is declared to have a proof only", () => {
  assert.ok(sections.length >= 18);
  for (const section of sections) {
    const [title] = section.split("\n");
    assert.match(title, /^(BNS13|CLNSS22|DR19|KLMNS20|KMS20) /);
    const figures = slipsOf(section).length;
    assert.ok(figures <= 1, title);
    if (figures === 0) assert.match(section, /\*Proof only\*/, title);
    assert.match(section, /\]\(guarantees\/[a-z-]+\.md\)|^CLNSS22 Algorithms 4 and 5/, title);
  }
});

test("the slips that tests report are the slips that the errata list", () => {
  const linked = slipsOf(errata).map(([slip]) => slip);
  assert.deepEqual([...slips()].sort(), linked.sort());
});
