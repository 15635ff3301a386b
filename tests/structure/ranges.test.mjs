// The range of an option is stated once: if the core checks it, JavaScript states none.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/shell.mjs";

/** The texts of the files in a folder, by path inside it. */
const textsOf = (folder, ending) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((file) => file.endsWith(ending))
    .map((file) => [`${folder}/${file}`, readFileSync(join(root, folder, file), "utf8")]);

/** Options whose range C++ checks, or states in an error. */
const rangedInCore = (text) => [
  ...[...text.matchAll(/\b(?:check_\w+|narrow_whole)\(\s*"(\w+)"/g)].map(([, name]) => name),
  ...[
    ...text.matchAll(/\b(?:OutOfRange|refuse)\(\s*"(\w+)",\s*"(?:0 or )?a number (?:from|above)/g),
  ].map(([, name]) => name),
];

/** Options whose range JavaScript states: fields, and reads of single options. */
const rangedInJavaScript = (text) => [
  ...[
    ...text.matchAll(/^ {2}(\w+)(?:: [^=]+)? = (?:optional\(\s*)?(?:wholeWithin|numberThat)\(/gm),
  ].map(([, name]) => name),
  ...[...text.matchAll(/(?:wholeWithin|numberThat)\([^;]*\)\.read\("(\w+)"/g)].map(
    ([, name]) => name,
  ),
  ...[...text.matchAll(/wholeOption\("(\w+)", [^;,()]+,[^;]+\)/g)].map(([, name]) => name),
];

/** Options with one name on both sides, and the reasons for different ranges. */
const reasons = {
  "web/audit/terms.ts: epsilon": "what is claimed of a mechanism of the caller's own, 0 included",
  "web/audit/terms.ts: delta": "the same",
  "web/data/domains.ts: digits": "a domain can be made before the core is loaded",
  "web/data/wide-domains.ts: bits": "a domain can be made before the core is loaded",
  "web/data/wide-domains.ts: maxBytes": "a domain can be made before the core is loaded",
  "web/sanitizing/thresholds-counts.ts: delta":
    "a delta that counts have no use for does not reach the core",
  "web/sanitizing/sanitized-points.ts: records":
    "of a sample of a released value, which the core does not see",
  "web/sanitizing/sanitized-points.ts: size": "the same",
  "web/data/questions.ts: records": "how many records a monitor has, not a guess of how many",
  "web/ranks/options.ts: size": "a size that no algorithm uses here does not reach the core",
};

test("JavaScript never states a range that the core checks", () => {
  const core = new Set(
    [...textsOf("src", ".cpp"), ...textsOf("src", ".hpp"), ...textsOf("bindings", "pp")].flatMap(
      ([, text]) => rangedInCore(text),
    ),
  );
  for (const name of ["points", "items", "growth", "kBar", "countShare", "answers", "bits"]) {
    assert.ok(core.has(name), `${name} is found in C++`);
  }
  const twice = textsOf("web", ".ts").flatMap(([file, text]) =>
    rangedInJavaScript(text)
      .filter((name) => core.has(name))
      .map((name) => `${file}: ${name}`),
  );
  assert.deepEqual([...new Set(twice)].sort(), Object.keys(reasons).sort());
});

test("ranges are found in every notation", () => {
  const stated = [
    "  points = wholeWithin(1, 999);",
    "  items = optional(wholeWithin(1, 5), 1);",
    "  share = optional(\n    numberThat(",
    'wholeWithin(1, most).read("building", building)',
    'wholeOption("kBar", value, 1, 1e7)',
    '  k = whole(2);\nwholeOption("k", value);',
  ];
  assert.deepEqual(stated.map(rangedInJavaScript), [
    ["points"],
    ["items"],
    ["share"],
    ["building"],
    ["kBar"],
    [],
  ]);
  const checked = [
    'check_count("points", points, 1, kMaxPoints);',
    'check_probability("countShare", share);',
    'narrow_whole("bits", request["bits"], kMaxKeyBits)',
    'refuse("accuracy", "a number from 0.001 to 1", x);',
    'refuse("method", "one that there is", name);',
  ];
  assert.deepEqual(checked.map(rangedInCore), [
    ["points"],
    ["countShare"],
    ["bits"],
    ["accuracy"],
    [],
  ]);
});
