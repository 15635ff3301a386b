// The references that Coq extracts to OCaml, compared with the laws of the C++ code.
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, runQuietly } from "../../scripts/shell.mjs";

/** The program that prints laws of the C++ code, and the checks that compare them. */
const lawsProgram = join(root, "build/native/proof_laws");
const sources = join(root, "tests/proofs");

/**
 * Extracts the references, compiles the comparison, and returns its program.
 * @param {string} compiled the folder of the compiled proofs @param {string} to
 */
export function buildComparison(compiled, to) {
  mkdirSync(to, { recursive: true });
  copyFileSync(join(sources, "Extract.v"), join(to, "Extract.v"));
  runQuietly("coqc", ["-w", "none", "-R", compiled, "Logstar", "Extract.v"], { cwd: to });
  const files = readdirSync(sources).filter((file) => file.endsWith(".ml"));
  for (const file of files) copyFileSync(join(sources, file), join(to, file));
  const program = join(to, "compare");
  runQuietly(
    "ocamlfind",
    [
      "ocamlopt",
      "-w",
      "-a",
      "-package",
      "zarith",
      "-linkpkg",
      "references.mli",
      "references.ml",
      "compare.ml",
      "-o",
      program,
    ],
    { cwd: to },
  );
  return program;
}

/** The laws of the C++ code, one per line. */
export const cppLaws = () => runQuietly(lawsProgram, []);

/**
 * Compares laws with the references; throws if a difference exceeds rounding.
 * @param {string} program @param {string} folder @param {string} laws @returns {string[]} a line for each
 * comparison
 */
export function compareLaws(program, folder, laws) {
  const file = join(folder, "laws.txt");
  writeFileSync(file, laws);
  return runQuietly(program, [file]).trimEnd().split("\n");
}
