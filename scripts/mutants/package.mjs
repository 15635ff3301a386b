// Tries mutations of the layers between the core and its callers (web/, bindings/, the page's reader of files)
// and of the core as people call it: first by exact laws through JavaScript, then by tests of the JavaScript
// layer.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { mutated, unitFile } from "../../tests/mutations/listed.mjs";
import { compilePrograms, layOut, moduleFiles } from "../build.mjs";
import { setUpWasm } from "../setup.mjs";
import { changed, inTree, must, tree } from "./tree.mjs";
import { isRejected, passedInTap, verdictOfTap } from "./verdicts.mjs";

const laws = "tests/laws/long/laws.test.mjs";
const building = ["--build", "--preset", "wasm", "--target", "logstar", "logstar_enumerating"];

/** The two builds of the module, and the package folder that each is copied into. */
const packages = [
  { compiled: "build/wasm", around: "dist" },
  { compiled: "build/wasm/enumerating", around: "build/enumerating" },
];

/** A pattern for the laws of an export or of one of its cases: their names begin with it, then a comma or colon. */
const patternOf = (name) =>
  `--test-name-pattern=^${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}[,:]`;

/** Runs test files in the copy; what node prints of them. */
function run(files, options = []) {
  const how = [
    "--test",
    "--test-timeout=300000",
    "--test-reporter=tap",
    "--import",
    "./tests/seeded.mjs",
  ];
  return inTree(process.execPath, [...how, ...options, ...files]).stdout;
}

/** The verdict of the tests that mutations name. */
function trial(mutations) {
  const names = [...new Set(mutations.flatMap(({ tests }) => tests))];
  const lawsFound = names.length > 0 ? run([laws], names.map(patternOf)) : "";
  const found = verdictOfTap(lawsFound);
  const asLaw = found.verdict === "unit" ? { ...found, verdict: "test" } : found;
  const files = [...new Set(mutations.flatMap(({ unit = [] }) => unit.map(unitFile)))];
  if (isRejected(asLaw) || files.length === 0) return { lawsFound, found: asLaw };
  const further = verdictOfTap(run(files));
  return { lawsFound, found: further.verdict === "survived" ? asLaw : further };
}

/** Puts the modules as they were compiled into the packages. */
function putModules() {
  for (const { compiled, around } of packages)
    for (const name of moduleFiles)
      writeFileSync(join(tree, around, name), readFileSync(join(tree, compiled, name)));
}

function compiled(mutation) {
  const isCompiled = changed(
    mutation.file,
    mutated(mutation),
    () => inTree("cmake", building).status === 0,
  );
  if (!isCompiled) return { verdict: "uncompiled" };
  putModules();
  return trial([mutation]).found;
}

/** The mutated script with its types removed: a mutation may break them. */
function script(mutation) {
  const { transformSync } = createRequire(import.meta.url)("esbuild"); // not there before set-up
  const compilerOptions = { verbatimModuleSyntax: true, target: "es2022" };
  try {
    return transformSync(mutated(mutation), { loader: "ts", tsconfigRaw: { compilerOptions } })
      .code;
  } catch {
    return undefined;
  }
}

function interpreted(mutation) {
  const made = mutation.file.replace(/\.ts$/, ".js");
  const places = made.startsWith("web/")
    ? packages.map(({ around }) => made.replace(/^web/, around))
    : [`build/programs/${made}`];
  const text = script(mutation);
  if (text === undefined) return { verdict: "uncompiled" };
  const [first, second = first] = places;
  return changed(first, text, () => changed(second, text, () => trial([mutation]).found));
}

/** Builds both packages as they are; throws unless the tests that mutations name pass. @returns what tries one */
export function tryThroughPackage(wanted) {
  setUpWasm();
  // Linked quickly, not small.
  must("cmake", "--preset", "wasm", "-DCMAKE_EXE_LINKER_FLAGS=-O1");
  must("cmake", ...building);
  for (const { compiled, around } of packages)
    layOut(join(tree, around), join(tree, compiled), tree);
  compilePrograms(tree);
  // Programs must import the modules: the bundles for Node would lack the mutation.
  const manifest = join(tree, "package.json");
  writeFileSync(manifest, readFileSync(manifest, "utf8").replace(/^ *"node": ".*",\n/gm, ""));

  const { lawsFound, found } = trial(wanted);
  if (found.verdict !== "survived") throw new Error(`${found.by} fails without any mutation`);
  const seen = passedInTap(lawsFound);
  for (const name of wanted.flatMap(({ tests }) => tests)) {
    if (!seen.some((test) => test.startsWith(`${name},`) || test.startsWith(`${name}:`)))
      throw new Error(`no law of ${laws} is called "${name}"`);
  }
  return (mutation) => {
    if (!/\.[ch]pp$/.test(mutation.file)) return interpreted(mutation);
    const verdict = compiled(mutation);
    must("cmake", ...building); // as it was
    putModules();
    return verdict;
  };
}
