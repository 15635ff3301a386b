// Lists tests/exact/: the tests by file, the mechanism of the package that each test covers (modes.json), and
// the published mistakes that tests reject (controls.json).
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/shell.mjs";

const folder = join(root, "tests/exact");

/** Each file of a suite with the names of its tests, in order. @returns {[string, string[]][]} */
export function testsByFile(suite = "exact") {
  const folder = join(root, "tests", suite);
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith("_test.cpp"))
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), "utf8");
      const names = [...text.matchAll(/TEST_CASE\(\s*((?:"(?:[^"\\]|\\.)*"\s*)+)/g)].map(
        ([, name]) =>
          [...name.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
            .map(([, part]) => part.replace(/\\(.)/g, "$1"))
            .join(""),
      );
      return [file.replace("_test.cpp", ""), names];
    });
}

/** The errata in docs/errata.md with figures from tests. @returns {Set<string>} */
export function slips() {
  const names = readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith("_test.cpp"))
    .flatMap((file) => [
      ...readFileSync(join(folder, file), "utf8").matchAll(/Erratum \w+\("([a-z-]+)"\)/g),
    ]);
  return new Set(names.map(([, name]) => name));
}

/**
 * The mechanisms of the package and their modes, and the exports that are not mechanisms. Each mode lists its
 * tests, its neighbours, and prefixes of its draws in tests/parity/draws.txt. `only` restricts a mode to claims
 * that name it or no mode.
 * @returns {{ modes: { exports: string[], mode: string, only?: string, neighbors: string[],
 *   tests: string[], parity: string[] }[],
 *   others: Record<string, string> }}
 */
export function modes() {
  return JSON.parse(readFileSync(join(folder, "modes.json"), "utf8"));
}

/** Published mistakes and the tests that reject them. @returns {{ mistake: string, tests: string[] }[]} */
export function controls() {
  return JSON.parse(readFileSync(join(folder, "controls.json"), "utf8"));
}
