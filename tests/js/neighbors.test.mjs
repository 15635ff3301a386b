// That no kind of neighbours the library accepts is without a row in docs/verification.md: what it accepts is
// found by calling it, what is verified stands in the manifests of tests/exact.
import assert from "node:assert/strict";
import test from "node:test";
import { loadForTesting } from "../../dist/testing.js";
import { modes as list, others } from "../exact/listed.mjs";
import { calls } from "./valid-calls.mjs";
import { memberCalls } from "./valid-member-calls.mjs";

await loadForTesting({ seed: 1 });

const relations = ["add-remove", "replace"];

/** Mechanisms charge a ledger and draw themselves: `others` says what does not. Name of an export to its valid calls. */
const mechanisms = new Map();
for (const [title, call] of Object.entries({ ...calls, ...memberCalls })) {
  if (call.ledger === undefined || title.includes(".")) continue;
  const [name] = title.split(",");
  if (name in others) continue;
  mechanisms.set(name, [...(mechanisms.get(name) ?? []), call]);
}

/** Runs a valid call with some of its options changed. */
function run({ of, use, args, ledger }, changes) {
  const given = args();
  given[ledger] = { ...given[ledger], ...changes };
  if (use === undefined) return of(...given);
  const object = of(...given);
  object.dispose?.();
  return object;
}

function errorOf(action) {
  try {
    action();
  } catch (error) {
    return error;
  }
}

/** Whether it takes the option, and what names the option can have, as its refusal lists them. */
function namesOf(call, option) {
  const error = errorOf(() => run(call, { [option]: "none of them" }));
  if (!error?.message.startsWith(`${option} must be`)) return undefined;
  return [...error.message.split(", got")[0].matchAll(/"([a-z-]+)"/g)].map(([, name]) => name);
}

/** Algorithms with options of their own, which are not in the list of the others. */
const further = { learnThreshold: ["sanitizer"], learnRectangle: ["sanitizers"] };

/** Names of a rule that takes one of the algorithms. */
const rules = ["auto", "least-promise"];

function algorithmsOf(name) {
  for (const option of ["algorithm", "method", "variant"]) {
    const found = mechanisms.get(name).flatMap((call) => namesOf(call, option) ?? []);
    const names = [...new Set([...found, ...(further[name] ?? [])])].filter(
      (n) => !rules.includes(n),
    );
    if (found.length > 0) return names.map((algorithm) => ({ option, algorithm }));
  }
  return [];
}

/** Whether it refuses these neighbours with this algorithm. Any other refusal is about the example. */
function refuses(name, choice) {
  const errors = mechanisms.get(name).map((call) => errorOf(() => run(call, choice)));
  return errors.every(Boolean) && errors.some(({ message }) => message.startsWith("neighbors"));
}

/** Where the mode of an algorithm has another name than the option. */
function modeOf(name, algorithm) {
  if (name !== "TopKSession") return algorithm;
  return algorithm === "limited-domain" ? "" : "optimised";
}

/** What manifests list for an export: every mode with its neighbours. */
const listed = (name) => list.filter(({ exports }) => exports.includes(name));

const covers = (found, relation) =>
  found.some(({ neighbors }) => neighbors.some((text) => text.split(" or ").includes(relation)));

/** "topK strict under replace", for each combination that is accepted and has no row. */
function missing(name) {
  const takesNeighbors = mechanisms.get(name).some((call) => namesOf(call, "neighbors"));
  if (!takesNeighbors) return [];
  const lacking = [];
  const algorithms = algorithmsOf(name);
  const named = new Set(
    listed(name).filter(({ mode }) => algorithms.some(({ algorithm }) => algorithm === mode)),
  );
  for (const { option, algorithm } of algorithms) {
    const mode = modeOf(name, algorithm);
    const found = listed(name).filter(
      (each) => each.mode === mode || each.mode.startsWith(`${algorithm}, `),
    );
    for (const each of found) named.add(each);
    for (const neighbors of relations) {
      if (covers(found, neighbors) || refuses(name, { [option]: algorithm, neighbors })) continue;
      lacking.push(`${name} ${algorithm} under ${neighbors}`);
    }
  }
  // Modes that are no algorithms are ways to use all of them.
  for (const each of listed(name).filter((one) => !named.has(one))) {
    for (const neighbors of relations) {
      if (covers([each], neighbors) || refuses(name, { neighbors })) continue;
      lacking.push(`${name} ${each.mode} under ${neighbors}`);
    }
  }
  return lacking;
}

test("mechanisms, their algorithms and their neighbours are found by calling them", () => {
  assert.ok(mechanisms.size >= 17, [...mechanisms.keys()].join());
  for (const name of mechanisms.keys()) {
    assert.ok(listed(name).length > 0, `${name} is in no manifest of tests/exact`);
  }
  assert.deepEqual(
    algorithmsOf("ThresholdMonitor").map(({ algorithm }) => algorithm),
    ["charging", "sampled", "laplace", "paper"],
  );
  const [call] = mechanisms.get("SliceSession");
  assert.match(errorOf(() => run(call, { neighbors: "replace" })).message, /neighbors/);
  assert.deepEqual(namesOf(mechanisms.get("topK")[0], "neighbors"), relations);
});

test("every algorithm is verified under every kind of neighbours that it accepts", () => {
  const lacking = [...mechanisms.keys()].flatMap(missing);
  assert.deepEqual(lacking, [], "add tests, and their modes to the manifest in tests/exact");
});
