// Checks the proofs of proofs/ by machine: `node scripts/proofs.mjs`. Compiles them with Coq, asks Coq what each
// named theorem assumes and the independent checker what any file assumes, and compares the laws of the C++ code
// with the references that Coq extracts. Prints what it found; throws at the first thing that is not as stated.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { allowedAxioms, axiomsOf, checkedContext, compileProofs } from "./proofs/coq.mjs";
import { compareReferences } from "./proofs/references.mjs";
import { modules, namedTheorems, proofsFolder } from "./proofs/table.mjs";
import { setUpProofs } from "./setup.mjs";
import { main, root, say } from "./shell.mjs";

/** Where they are compiled. */
export const compiledProofs = join(root, "build/proofs");

/**
 * What is wrong with the axioms of theorems and of checked files, as sentences.
 * @param {Map<string, string[]>} axioms by theorem @param {Record<string, string[]>} context of the checker
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

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(0)} s`;

/** Throws unless every proof is what the pages say. */
export function checkProofs() {
  const names = modules();
  const theorems = namedTheorems();
  say(`Compiling ${names.length} files of proofs`);
  let start = performance.now();
  compileProofs(proofsFolder, compiledProofs);
  console.log(`compiled in ${seconds(start)}`);
  const axioms = axiomsOf(compiledProofs, theorems);
  const assumed = [...new Set([...axioms.values()].flat())].sort();
  console.log(`${axioms.size} theorems are named; together they assume\n  ${assumed.join("\n  ")}`);
  start = performance.now();
  const context = checkedContext(compiledProofs, names);
  console.log(`coqchk checked all files in ${seconds(start)}: ${context.Axioms?.length} axioms`);
  const found = problems(axioms, context);
  if (found.length > 0) throw new Error(found.join("\n"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(async () => {
    await setUpProofs();
    checkProofs();
    for (const line of compareReferences(compiledProofs)) console.log(line);
  });
}
