// Tries mutations of src/ by the C++ tests that they name, and survivors by all tests.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { testsByFile } from "../../tests/exact/listed.mjs";
import { mutated } from "../../tests/mutations/listed.mjs";
import { readFindings } from "../pages/claims.mjs";
import { changed, inTree, must, tree } from "./tree.mjs";
import { isRejected, verdictOfCTest } from "./verdicts.mjs";

const build = (suites) => [
  ...["--build", "--preset", "native", "--target"],
  ...suites.map((suite) => `${suite}_tests`),
];

/**
 * Options of several CTest calls, the test suites that they need and the number of tests.
 * @typedef {{ options: string[][], suites: string[], count?: number }} Selection
 */

/** @type {Selection} */
const all = { options: [["--label-regex", "^(unit|exact)$"]], suites: ["unit", "exact"] };

/** CMake's regular expressions hold 64 KB: more names come in several. */
const together = 200;

/** The tests that mutations name, in files of tests/exact, tests/prices and tests/unit. @returns {Selection} */
function selected(mutations) {
  const filesOf = (suite) =>
    mutations.flatMap((one) => (suite === "unit" ? (one.unit ?? []) : one.tests));
  const named = ["exact", "prices", "unit"].flatMap((suite) => {
    const wanted = new Set(filesOf(suite));
    const files = testsByFile(suite).filter(([file]) => wanted.has(file.split("/").at(-1)));
    return files.flatMap(([, tests]) => tests.map((test) => ({ suite, test })));
  });
  const escaped = named.map(({ suite, test }) =>
    `${suite}/${test}`.replace(/[.*+?^$()|[\]\\]/g, "\\$&"),
  );
  return {
    options: Array.from({ length: Math.ceil(escaped.length / together) }, (_, i) => {
      const some = escaped.slice(i * together, (i + 1) * together);
      return ["--tests-regex", `^(${some.join("|")})$`];
    }),
    suites: [...new Set(named.map(({ suite }) => suite))],
    count: named.length,
  };
}

/** Runs tests; whether each claim holds that they enumerated comes by the test's name. @param {Selection} selection */
function run({ options }) {
  const claimsFolder = join(tree, "build/native/claims");
  rmSync(claimsFolder, { recursive: true, force: true });
  const limits = ["--timeout", "300", "--parallel", "2", "--no-tests=error", "--output-on-failure"];
  const outputs = options.map(
    (some) => inTree("ctest", ["--test-dir", "build/native", ...limits, ...some]).stdout,
  );
  const held = new Map();
  for (const { test, holds } of readFindings(claimsFolder).claims)
    held.set(test, [...(held.get(test) ?? []), holds]);
  const counts = outputs.map((output) => Number(/ out of (\d+)/.exec(output)?.[1] ?? 0));
  const count = counts.reduce((sum, one) => sum + one, 0);
  return { found: verdictOfCTest(outputs.join("\n")), held, count };
}

/**
 * Builds the unmutated sources; throws unless the tests that mutations name pass. @returns a function that tries
 * one mutation
 */
export function tryInCore(wanted) {
  // A mutation changes one file: alone it is compiled sooner than with its room.
  must("cmake", "--preset", "native", "-DLOGSTAR_CORE_BATCHES=OFF");
  const named = selected(wanted);
  must("cmake", ...build(named.suites));
  const before = run(named);
  if (before.found.verdict !== "survived")
    throw new Error(`${before.found.by} fails without any mutation`);
  if (before.count !== named.count)
    throw new Error(`CTest knows ${before.count} of ${named.count} tests that mutations name`);

  /** @param {Selection} selection */
  const verdictOf = (selection) => {
    if (inTree("cmake", build(selection.suites)).status !== 0) return { verdict: "uncompiled" };
    const { found, held } = run(selection);
    const [broken] = [...held].find(([test, holds]) =>
      holds.some((holdsNow, i) => !holdsNow && before.held.get(test)?.[i]),
    ) ?? [undefined];
    return broken === undefined ? found : { verdict: "claim", by: broken };
  };
  return (mutation) =>
    changed(mutation.file, mutated(mutation), () => {
      const found = verdictOf(selected([mutation]));
      return isRejected(found) || found.verdict === "uncompiled" ? found : verdictOf(all);
    });
}
