// The theorems that the pages and proofs/README.md name, and the files of proofs/ that should contain them.
// Reads text only: coq.mjs checks whether Coq accepts them, and their assumptions.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../../scripts/shell.mjs";

/** The folder of the proofs. */
export const proofsFolder = join(root, "proofs");

/**
 * A theorem by its file and name.
 * @typedef {{ file: string, name: string }} Theorem
 */

/** The modules, in the order in which _CoqProject lists them. @returns {string[]} */
export const modules = (folder = proofsFolder) =>
  readFileSync(join(folder, "_CoqProject"), "utf8")
    .split("\n")
    .filter((line) => line.endsWith(".v"))
    .map((file) => basename(file, ".v"));

/**
 * The theorems that a text links to: [`name`](path/to/File.v).
 * @param {string} text @returns {Theorem[]}
 */
export const linkedTheorems = (text) =>
  [...text.matchAll(/\[`([A-Za-z_][\w']*)`\]\((?:[./]*proofs\/)?(\w+)\.v\)/g)].map(
    ([, name, file]) => ({ file, name }),
  );

/** The rows of the table in proofs/README.md: page, theorems. */
export const tableRows = (text = readFileSync(join(proofsFolder, "README.md"), "utf8")) =>
  text
    .split("\n")
    .filter((line) => /^\|.*\.v\)/.test(line))
    .map((line) => ({
      pages: [...line.matchAll(/\]\(\.\.\/docs\/guarantees\/([\w-]+\.md)/g)].map(
        ([, page]) => page,
      ),
      theorems: linkedTheorems(line),
    }));

/** The pages of docs/guarantees, each with the theorems that it links to. */
export const pageLinks = (folder = join(root, "docs/guarantees")) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((page) => ({
      page,
      theorems: linkedTheorems(readFileSync(join(folder, page), "utf8")),
    }));

/** The theorems in the table or on a page, each once. @returns {Theorem[]} */
export function namedTheorems() {
  const named = [...tableRows(), ...pageLinks()].flatMap(({ theorems }) => theorems);
  return [...new Map(named.map((theorem) => [idOf(theorem), theorem])).values()];
}

/** @param {Theorem} theorem */
export const idOf = ({ file, name }) => `${file}.${name}`;
