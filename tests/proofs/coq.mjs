// Coq's verdict on the proofs: that they compile, the assumptions of each theorem, and the assumptions that the
// checker of compiled files, a separate program, finds in any of them.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { root, runQuietly, say } from "../../scripts/shell.mjs";
import { idOf, modules, namedTheorems, proofsFolder } from "./table.mjs";

/** @typedef {import("./table.mjs").Theorem} Theorem */

/** The axioms of the real numbers in the standard library. Proofs may assume no other axiom. */
export const allowedAxioms = [
  "ClassicalDedekindReals.sig_forall_dec",
  "ClassicalDedekindReals.sig_not_dec",
  "FunctionalExtensionality.functional_extensionality_dep",
  "Classical_Prop.classic",
];

/**
 * Compiles the proofs of a folder in another one, which keeps the results; only changed files are compiled
 * again.
 * @param {string} from @param {string} to
 */
export function compileProofs(from, to) {
  mkdirSync(to, { recursive: true });
  const wanted = ["_CoqProject", ...modules(from).map((name) => `${name}.v`)];
  for (const file of readdirSync(to)) {
    if (file.endsWith(".v") && !wanted.includes(file)) rmSync(join(to, file));
  }
  for (const file of wanted) copyIfChanged(join(from, file), join(to, file));
  runQuietly("coq_makefile", ["-f", "_CoqProject", "-o", "Makefile"], { cwd: to });
  runQuietly("make", [`-j${availableParallelism()}`], { cwd: to });
}

function copyIfChanged(from, to) {
  if (existsSync(to) && readFileSync(to).equals(readFileSync(from))) return;
  copyFileSync(from, to);
  const { atime, mtime } = statSync(from);
  if (mtime > new Date()) utimesSync(to, atime, mtime); // make compares times
}

/**
 * The axioms behind each theorem, as `Print Assumptions` prints them. Throws if Coq does not know a theorem.
 * @param {string} folder the folder of the compiled proofs @param {Theorem[]} theorems
 * @returns {Map<string, string[]>} axioms by "File.theorem"
 */
export function axiomsOf(folder, theorems) {
  const files = [...new Set(theorems.map(({ file }) => file))];
  const lines = [
    ...files.map((file) => `From Logstar Require ${file}.`),
    ...theorems.flatMap((theorem) => [
      `Goal True. idtac "theorem ${idOf(theorem)}". Abort.`,
      `Print Assumptions Logstar.${idOf(theorem)}.`,
    ]),
  ];
  writeFileSync(join(folder, "Assumptions.v"), `${lines.join("\n")}\n`);
  const printed = runQuietly("coqc", ["-w", "none", "-R", ".", "Logstar", "Assumptions.v"], {
    cwd: folder,
  });
  return readAssumptions(printed);
}

/** @param {string} printed */
export function readAssumptions(printed) {
  const parts = printed.split(/^theorem /m).slice(1);
  return new Map(
    parts.map((part) => {
      const [name, ...rest] = part.split("\n");
      // An axiom begins a line with its name; its type follows after a colon, on the same line or the next.
      const axioms = rest
        .filter((line) => /^[A-Za-z_]/.test(line) && !/^(Axioms|Closed under)/.test(line))
        .map((line) => line.split(/[\s:]/)[0]);
      return [name, axioms];
    }),
  );
}

/**
 * The assumptions that the checker finds in these files and in all their dependencies.
 * @param {string} folder @param {string[]} names
 */
export function checkedContext(folder, names) {
  const modules = names.map((name) => `Logstar.${name}`);
  // The checker prints the summary on standard error.
  const printed = runQuietly(
    "sh",
    ["-c", 'exec coqchk "$@" 2>&1', "coqchk", "-silent", "-o", "-R", ".", "Logstar", ...modules],
    { cwd: folder },
  );
  return readContext(printed);
}

/** The sections of the checker's summary, each a heading with the lines below it. @param {string} printed */
export function readContext(printed) {
  const sections = {};
  let heading;
  for (const line of printed.split("\n")) {
    const [, title, rest] = /^\* (.+?):\s*(.*)$/.exec(line) ?? [];
    if (title !== undefined) {
      heading = title;
      sections[heading] = rest === "" || rest === "<none>" ? [] : [rest];
    } else if (heading !== undefined && /^\s{2,}\S/.test(line)) sections[heading].push(line.trim());
  }
  return sections;
}

/** The folder of the compiled proofs. */
export const compiledProofs = join(root, "build/proofs");

/**
 * The faults of the axioms of theorems and of checked files, as sentences.
 * @param {Map<string, string[]>} axioms by theorem @param {Record<string, string[]>} context from the checker
 */
export function problems(axioms, context) {
  const found = [...axioms].flatMap(([theorem, assumed]) =>
    assumed
      .filter((axiom) => !allowedAxioms.includes(axiom))
      .map((axiom) => `${theorem} assumes ${axiom}`),
  );
  const { Theory, Axioms, ...unsafe } = context;
  if (Theory?.[0] !== "Set is predicative" || Axioms === undefined)
    found.push(`cannot read the checker's summary: it has ${Object.keys(context).join(", ")}`);
  const isAllowed = (axiom) =>
    allowedAxioms.some((allowed) => axiom.startsWith("Coq.") && axiom.endsWith(`.${allowed}`));
  for (const axiom of Axioms ?? []) if (!isAllowed(axiom)) found.push(`a file assumes ${axiom}`);
  for (const [heading, lines] of Object.entries(unsafe))
    for (const line of lines) found.push(`${heading}: ${line}`);
  return found;
}

/** Compiles every proof and prints its assumptions. @returns {string[]} deviations from the pages */
export function checkProofs() {
  const names = modules();
  say(`Compiling ${names.length} files of proofs`);
  compileProofs(proofsFolder, compiledProofs);
  const axioms = axiomsOf(compiledProofs, namedTheorems());
  const assumed = [...new Set([...axioms.values()].flat())].sort();
  console.log(`${axioms.size} theorems are named; together they assume\n  ${assumed.join("\n  ")}`);
  const context = checkedContext(compiledProofs, names);
  console.log(`coqchk checked all files: ${context.Axioms?.length} axioms`);
  return problems(axioms, context);
}
