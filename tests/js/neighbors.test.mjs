// Every kind of neighbours that the library accepts has a row in docs/verification.md. Calls show the accepted
// kinds; the manifests in tests/exact list the verified ones.
import assert from "node:assert/strict";
import test from "node:test";
import { loadForTesting } from "../../dist/testing.js";
import { modes as list, others } from "../exact/listed.mjs";
import { calls } from "./valid-calls.mjs";
import { memberCalls } from "./valid-member-calls.mjs";

await loadForTesting({ seed: 1 });

const relations = ["add-remove", "replace"];

/**
 * Mechanisms charge a ledger and draw themselves; `others` lists the exports that do not. Maps the name of an
 * export to its valid calls.
 */
const mechanisms = new Map();
for (const [title, call] of Object.entries({ ...calls, ...memberCalls })) {
  if (call.ledger === undefined || title.includes(".")) continue;
  const [name] = title.split(",");
  if (name in others) continue;
  mechanisms.set(name, [...(mechanisms.get(name) ?? []), call]);
}

/** Runs a valid call with changed options. */
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

/**
 * The names that the option can have, as the refusal of the call lists them; undefined if the call has no such
 * option.
 */
function namesOf(call, option) {
  const error = errorOf(() => run(call, { [option]: "none of them" }));
  if (!error?.message.startsWith(`${option} must be`)) return undefined;
  return [...error.message.split(", got")[0].matchAll(/"([a-z-]+)"/g)].map(([, name]) => name);
}

/** Algorithms with separate options, missing in the list of the others. */
const further = { learnThreshold: ["sanitizer"], learnRectangle: ["sanitizers"] };

/** Names of a rule that chooses an algorithm. */
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

/** Whether the export refuses these neighbours with this algorithm. Any other refusal concerns the example. */
function refuses(name, choice) {
  const errors = mechanisms.get(name).map((call) => errorOf(() => run(call, choice)));
  return errors.every(Boolean) && errors.some(({ message }) => message.startsWith("neighbors"));
}

/** The mode of an algorithm, if its name differs from the option. */
function modeOf(name, algorithm) {
  if (name !== "TopKSession") return algorithm;
  return algorithm === "limited-domain" ? "" : "optimised";
}

/** The modes of an export, each with its neighbours. */
const listed = (name) => list.filter(({ exports }) => exports.includes(name));

const covers = (found, relation) =>
  found.some(({ neighbors }) => neighbors.some((text) => text.split(" or ").includes(relation)));

/** "topK strict under replace", for each accepted combination without a row. */
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
  // Modes other than algorithms apply to all algorithms.
  for (const each of listed(name).filter((one) => !named.has(one))) {
    for (const neighbors of relations) {
      if (covers([each], neighbors) || refuses(name, { neighbors })) continue;
      lacking.push(`${name} ${each.mode} under ${neighbors}`);
    }
  }
  return lacking;
}

test("calls reveal the mechanisms, their algorithms and their neighbours", () => {
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

test("every algorithm is verified under every neighbour relation that it accepts", () => {
  const lacking = [...mechanisms.keys()].flatMap(missing);
  assert.deepEqual(lacking, [], "add tests, and their modes to the manifest in tests/exact");
});
