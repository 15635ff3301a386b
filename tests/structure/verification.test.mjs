// That no list is incomplete from which docs/verification.md and docs/errata-figures.md are made. That enumeration has
// found something of each entry is tested after it (tests/verification).
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { slipsOf } from "../../scripts/pages/errata-figures.mjs";
import { root } from "../../scripts/shell.mjs";
import { auditedBounds, auditedMistakes } from "../audit/run.mjs";
import {
  audited,
  mechanisms,
  mistakes,
  modes,
  others,
  slips,
  testsByFile,
} from "../exact/listed.mjs";

const read = (path) => readFileSync(join(root, path), "utf8");
const tests = new Set(testsByFile().flatMap(([, names]) => names));

function publicExports() {
  const code = read("web/index.ts").replace(/\/\*[\s\S]*?\*\//g, "");
  return [...code.matchAll(/export \{([^}]*)\}/g)].flatMap(([, names]) =>
    names.split(",").map((name) => name.trim()),
  );
}

test("every public export is listed as a mechanism, or declared to be none, with a reason", () => {
  const names = publicExports();
  assert.ok(names.length > 30);
  for (const name of names) {
    const listed = modes.some(({ exports }) => exports.includes(name));
    assert.notEqual(
      listed,
      name in others,
      `${name}: in a manifest or in tests/exact/no-mechanisms.json`,
    );
    if (!listed) assert.ok(others[name].length > 3, name);
  }
  for (const name of Object.keys(others))
    assert.ok(names.includes(name), `${name} is not exported`);
});

const text = (value) => typeof value === "string";
const filled = (value) => Array.isArray(value) && value.length > 0 && value.every(text);
const optional = (is) => (value) => value === undefined || is(value);
const each = (is) => (value) => Array.isArray(value) && value.length > 0 && value.every(is);
const entries = (is) => (value) => Object.keys(value).length > 0 && Object.values(value).every(is);

/** Whether an object has these fields, as they are to be, and no others. */
const shaped = (fields) => (value) =>
  Object.keys(value).every((key) => key in fields) &&
  Object.entries(fields).every(([key, is]) => is(value[key]));

const isNumber = (value) => typeof value === "number";
const modeFields = {
  exports: optional(filled),
  mode: text,
  only: optional(text),
  neighbors: filled,
  tests: filled,
  controls: optional(filled),
  parity: filled,
};
const isFunction = (value) => typeof value === "function";
const audit = shaped({
  claim: shaped({ epsilon: isNumber, delta: optional(isNumber) }),
  run: isFunction,
  inputs: (value) => Array.isArray(value) && value.length === 2,
  runs: optional(isNumber),
  shows: optional(isNumber),
});
const isManifest = shaped({
  exports: optional(filled),
  guarantees: filled,
  modes: each(shaped(modeFields)),
  mistakes: optional(each(shaped({ mistake: text, tests: filled }))),
  prices: optional(entries(shaped({ checked: text, tight: text }))),
  audited: optional(entries(audit)),
  laws: optional(each((law) => text(law.name) && isFunction(law.run))),
  statements: optional(isFunction),
  draws: optional(isFunction),
  severalTypes: optional(filled),
  wrongCalls: optional(each(([call, said]) => text(call) && said instanceof RegExp)),
  mutations: optional(each(({ name, file }) => text(name) && text(file))),
});

test("every manifest has the fields of a mechanism, and no others", () => {
  assert.ok(mechanisms.size >= 30);
  for (const [file, mechanism] of mechanisms) assert.ok(isManifest(mechanism), file);
});

test("control: a manifest with an unread field, or a mode without neighbours, is rejected", () => {
  const [mechanism] = mechanisms.values();
  const [mode] = mechanism.modes;
  assert.ok(!isManifest({ ...mechanism, neighbours: ["replace"] }));
  assert.ok(!isManifest({ ...mechanism, modes: [{ ...mode, neighbors: [] }] }));
});

test("every mode has exact tests, and no two manifests or modes say the same", () => {
  for (const { exports, mode, tests: named } of modes)
    for (const name of named) assert.ok(tests.has(name), `${exports}, ${mode}: no test is ${name}`);
  const titles = modes.flatMap(({ exports, mode }) => exports.map((name) => `${name}: ${mode}`));
  const twice = titles.filter((title, i) => titles.indexOf(title) !== i);
  assert.deepEqual(twice, []);
  for (const field of ["audited", "prices"]) {
    const keys = [...mechanisms.values()].flatMap((one) => Object.keys(one[field] ?? {}));
    assert.equal(new Set(keys).size, keys.length, field);
  }
});

test("every mode has a control: an exact test that rejects a broken variant of it", () => {
  for (const { exports, mode, tests: own, controls } of modes) {
    const named = controls ?? own.filter((name) => /^controls?\b/.test(name));
    assert.ok(named.length > 0, `${exports}, ${mode}: which test rejects a broken one?`);
    for (const name of named) assert.ok(tests.has(name), `no test is called: ${name}`);
  }
});

test("every mechanism of the package has a call that is audited", () => {
  const called = new Set(Object.keys(audited).map((name) => name.split(",")[0]));
  const named = new Set(modes.flatMap(({ exports }) => exports));
  for (const name of named)
    assert.ok(called.has(name) || / \(C\+\+\)$/.test(name), `${name}: no call is audited`);
});

/** Pages of docs/guarantees that several mechanisms rest on, or that are about the data of all. */
const ofAll = ["composition", "least-possible", "missing-records", "text"];

test("every page of guarantees is the proof of a mechanism, or of all", () => {
  const pages = readdirSync(join(root, "docs/guarantees")).map((page) => page.replace(".md", ""));
  const named = new Set([...mechanisms.values()].flatMap(({ guarantees }) => guarantees));
  for (const page of named) assert.ok(existsSync(join(root, `docs/guarantees/${page}.md`)), page);
  const without = pages.filter((page) => !named.has(page));
  assert.deepEqual(without.sort(), ofAll);
});

/** How a field of options that chooses among names is written. */
const choiceField = /(?:algorithm|method|variant) = optional\(\s*choice\([^[]*\[([^\]]*)\]/;

/** The names an option can have, as web/ lists them. */
function optionNames(file, pattern) {
  const found = pattern.exec(read(file));
  assert.ok(found, `${file}: ${pattern}`);
  return [...found[1].matchAll(/"([a-z-]+)"/g)].map(([, name]) => name);
}

test("every algorithm, method and variant that an option names is a mode", () => {
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
      const isListed = modes.some(({ exports, mode }) => exports.includes(name) && mode === option);
      assert.ok(isListed, `${name} by "${option}" is no mode in a manifest of tests/exact`);
    }
  }
});

/** The list of section 2 of the specification of verification. */
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

/** Modes whose laws are enumerated and which tests/audit has no case for: each with a reason. */
const withoutAudit = [];

test("every mode was audited, under each of its kinds of neighbours, in 100,000 runs", () => {
  const bound = auditedBounds();
  const cases = modes.flatMap(({ exports, mode, neighbors }) =>
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
    // A mistake that shows little may need more.
    assert.ok(mistake ? Number(runs) >= 100_000 : runs === "100000", `${mechanism}, ${mode}`);
  }
});

test("every published mistake on the list shows the auditor more than it claims", () => {
  const audited = auditedMistakes();
  const known = mistakes.map(({ mistake }) => mistake);
  for (const mistake of [...askedFor, ...known]) {
    assert.ok(audited.has(mistake), `${mistake}: no case in tests/audit with this name`);
  }
  for (const [mistake, bounds] of audited) {
    assert.ok(known.includes(mistake), `${mistake} is in no manifest of tests/exact`);
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
  const known = new Map(mistakes.map((control) => [control.mistake, control.tests]));
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

test("every erratum has figures that tests report, or states only a proof", () => {
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

test("the slips that tests report are those that the errata have a place for", () => {
  const linked = slipsOf(errata).map(([slip]) => slip);
  assert.deepEqual([...slips()].sort(), linked.sort());
});
