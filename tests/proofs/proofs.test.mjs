// The proofs of proofs/ in Coq, and the laws of the code compared with Coq's extraction. Everything holds, and
// each possible fault is made once and detected.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/shell.mjs";
import {
  axiomsOf,
  checkedContext,
  checkProofs,
  compiledProofs,
  compileProofs,
  problems,
} from "./coq.mjs";
import { buildComparison, compareLaws, cppLaws } from "./references.mjs";
import { proofsFolder } from "./table.mjs";

const scratch = join(root, "build/proofs-controls");
rmSync(scratch, { recursive: true, force: true });

test("Coq and its checker accept every proof, and none assumes more than the real numbers", () => {
  assert.deepEqual(checkProofs(), []);
});

/** The faults of a file with a single theorem `t`. */
function problemsOf(name, lines) {
  const from = join(scratch, name, "sources");
  const to = join(scratch, name, "compiled");
  mkdirSync(from, { recursive: true });
  writeFileSync(join(from, "_CoqProject"), "-R . Logstar\nOne.v\n");
  writeFileSync(join(from, "One.v"), `${lines.join("\n")}\n`);
  compileProofs(from, to);
  return problems(axiomsOf(to, [{ file: "One", name: "t" }]), checkedContext(to, ["One"]));
}
const good = "Theorem t : 1 = 1. Proof. reflexivity. Qed.";

test("control: a proof without axioms has no problems", () => {
  assert.deepEqual(problemsOf("good", [good]), []);
});

test("control: Coq and the checker name an axiom that a theorem uses", () => {
  assert.deepEqual(
    problemsOf("axiom", ["Axiom bad : 1 = 2.", "Theorem t : 1 = 2. Proof. exact bad. Qed."]),
    ["One.t assumes One.bad", "a file assumes Logstar.One.bad"],
  );
});

test("control: an admitted theorem is named", () => {
  const found = problemsOf("admitted", ["Theorem t : 1 = 2.", "Proof. admit. Admitted."]);
  assert.deepEqual(found, ["One.t assumes One.t", "a file assumes Logstar.One.t"]);
});

test("control: the checker names an admitted lemma, an axiom and a parameter that no theorem uses", () => {
  const found = problemsOf("unused", [
    "Lemma l : 1 = 2. Admitted.",
    "Axiom a : False.",
    "Parameter p : nat.",
    "Hypothesis h : 1 = 2.",
    good,
  ]);
  assert.deepEqual(
    found.sort(),
    ["a", "h", "l", "p"].map((name) => `a file assumes Logstar.One.${name}`),
  );
});

test("control: an axiom of the standard library beyond the real numbers is reported", () => {
  const found = problemsOf("library", [
    "From Coq Require Import ClassicalEpsilon.",
    "Theorem t : (exists x : nat, x = 1) -> { x : nat | x = 1 }.",
    "Proof. exact (constructive_indefinite_description _). Qed.",
  ]);
  assert.ok(
    found.some((text) => /^One\.t assumes .*indefinite_description/.test(text)),
    found.join(),
  );
  assert.ok(found.some((text) => /^a file assumes Coq\..*indefinite_description/.test(text)));
});

test("control: a recursion without guard checking is named", () => {
  const found = problemsOf("unguarded", [
    "Unset Guard Checking.",
    "Fixpoint f (n : nat) : False := f n.",
    "Theorem t : False. Proof. exact (f 0). Qed.",
  ]);
  assert.ok(
    found.some((text) => /fixpoints: Logstar\.One\.f$/.test(text)),
    found.join(),
  );
});

test("control: a missing theorem, and a wrong proof, end the check", () => {
  const found = () => problemsOf("missing", ["Theorem other : 1 = 1. Proof. reflexivity. Qed."]);
  assert.throws(found, /coqc .* ended with 1/);
  const wrong = () => problemsOf("wrong", ["Theorem t : 1 = 2. Proof. reflexivity. Qed."]);
  assert.throws(wrong, /make .* ended with 2/);
});

const folder = join(scratch, "references");
const comparison = () => buildComparison(compiledProofs, folder);

test("the laws of the code equal the references for all small inputs", () => {
  const found = compareLaws(comparison(), folder, cppLaws());
  console.log(found.join("\n"));
  for (const kind of ["cut choice", "depth", "quantile", "private groups"])
    assert.ok(
      found.some((line) => line.startsWith(`${kind}: `)),
      kind,
    );
});

/** For each kind, the last printed law in which every key has weight. */
function oneOfEach(lines) {
  const last = (pattern) => lines.findLast((line) => pattern.test(line));
  return {
    cut: last(/^cut 3 .* 1 1 1 1 1 1 1 1 \S+( \S+){8}$/),
    depth: last(/^rank \S+ \S+ 0 0 no 3 3 3 3 /),
    rank: last(/^rank \S+ \S+ 9 10 no 3 3 3 3 /),
    groups: last(/^groups /),
  };
}

test("control: the comparison detects a wrong probability, rate, offset, bottom and quantile", () => {
  const program = comparison();
  const laws = oneOfEach(cppLaws().trimEnd().split("\n"));
  const compare = (changed) => compareLaws(program, folder, Object.values(changed).join("\n"));
  compare(laws);
  const changes = {
    "a probability of cut choice": ["cut", -1, (p) => p + 1e-9],
    "a probability of a median": ["depth", -1, (p) => p + 1e-9],
    "a probability of a quantile": ["rank", -1, (p) => p + 1e-9],
    "a probability of a group": ["groups", -1, (p) => p + 1e-9],
    "the rate of cut choice": ["cut", 2, (rate) => rate * (1 + 1e-6)],
    "its offset": ["cut", 3, (offset) => offset - 1],
    "its bottom, which the theorem asks for": ["cut", 4, (score) => score - 0.01],
    "the rate of a median": ["depth", 2, (rate) => rate * (1 + 1e-6)],
    "the rate of a quantile": ["rank", 2, (rate) => rate * (1 + 1e-6)],
    "the denominator of a quantile": ["rank", 4, (denominator) => denominator + 1],
    "the rate of noise": ["groups", 1, (rate) => rate * (1 + 1e-6)],
  };
  for (const [name, [kind, place, change]] of Object.entries(changes)) {
    const fields = laws[kind].split(" ");
    const i = place < 0 ? fields.length + place : place;
    fields[i] = `${change(Number(fields[i]))}`;
    assert.throws(() => compare({ ...laws, [kind]: fields.join(" ") }), /ended with 1/, name);
  }
});

test("control: the comparison reports a kind of law that was not printed", () => {
  const laws = cppLaws()
    .split("\n")
    .filter((line) => !line.startsWith("groups"));
  assert.throws(() => compareLaws(comparison(), folder, laws.join("\n")), /ended with 1/);
});

test("control: a reference with a wrong constant differs from the law of its theorem", () => {
  const from = join(scratch, "constant/sources");
  const to = join(scratch, "constant/compiled");
  cpSync(proofsFolder, from, { recursive: true });
  cpSync(compiledProofs, to, { recursive: true, preserveTimestamps: true });
  for (const [file, right, wrong] of [
    ["DiscoveryReference.v", "leq (S t) y && leq y (addn x t)", "leq t y && leq y (addn x t)"],
    ["CutChoiceReference.v", "(r_depth (r_cut l a) + c)", "(r_depth (r_cut l a) + c + 1)"],
    ["UserRanksReference.v", "(fun y => leq (S y) z)", "(fun y => leq y z)"],
  ]) {
    const text = readFileSync(join(proofsFolder, file), "utf8");
    assert.ok(text.includes(right), file);
    writeFileSync(join(from, file), text.replace(right, wrong));
    assert.throws(() => compileProofs(from, to), /make .* ended with 2/, file);
    writeFileSync(join(from, file), text);
    compileProofs(from, to);
  }
});
