// A copy of the package, as it is published and as it enumerates, with the tests that import it, where one
// mutation at a time is put in. Two of them work side by side.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { layOut, moduleFiles } from "../build.mjs";
import { root } from "../shell.mjs";
import { copyParts, show, tree } from "./copy.mjs";
import { politely } from "./politely.mjs";

/** The two builds of the module: the folder it is compiled to, and that of the package around it. */
export const modules = [
  { compiled: "build/wasm", around: "dist" },
  { compiled: "build/wasm/enumerating", around: "build/enumerating" },
];

/** What tests read beside the package. */
const beside = [
  "package.json",
  "tests/js",
  "tests/border",
  "tests/laws",
  "tests/sql",
  "tests/exact",
  "demo",
  "examples",
  "scripts",
];

const reporter = join(root, "scripts/mutants/reporter.mjs");

/**
 * What became of a test that ran: its checks held, one failed, or it ended before it could judge.
 * @typedef {{ test: string, end: "passed" | "check" | "exception" | "crash" | "hang", claim?: boolean }} Ran
 */

export class Lane {
  #folder;

  /** @param {number} index */
  constructor(index) {
    this.#folder = join(tree, `lane-${index}`);
  }

  /** Makes it what the checkout is, with the module as compiled in the copy. */
  prepare() {
    copyParts(beside, this.#folder);
    this.#importModules();
    show("node_modules", this.#folder);
    for (const { compiled, around } of modules) {
      layOut(join(this.#folder, around), join(tree, compiled));
    }
  }

  /** Programs import the modules themselves: what is bundled for Node would not have the mutation. */
  #importModules() {
    const file = join(this.#folder, "package.json");
    const manifest = JSON.parse(readFileSync(file, "utf8"));
    for (const entry of Object.values(manifest.exports)) delete entry.node;
    writeFileSync(file, JSON.stringify(manifest));
  }

  /**
   * Puts a text in the place of a file of web/, in both packages, or of demo/.
   * @param {string} file
   * @param {string} text
   */
  put(file, text) {
    const inPackage = file.startsWith("web/");
    const places = inPackage
      ? modules.map(({ around }) => join(around, file.slice("web/".length)))
      : [file];
    for (const place of places) writeFileSync(join(this.#folder, place), text);
  }

  /** The module as it was compiled, to be put back. */
  takeModule() {
    return modules.flatMap(({ compiled, around }) =>
      moduleFiles
        .map((name) => [join(around, name), join(tree, compiled, name)])
        .filter(([, from]) => existsSync(from))
        .map(([place, from]) => [place, readFileSync(from)]),
    );
  }

  /** @param {ReturnType<Lane["takeModule"]>} module */
  putModule(module) {
    for (const [place, content] of module) writeFileSync(join(this.#folder, place), content);
  }

  /** Whether a program of this text would start at all. */
  async compiles(text) {
    const file = join(this.#folder, "syntax.mjs");
    writeFileSync(file, text);
    return (await this.#node(["--check", file], 20)).status === 0;
  }

  /** The files of tests/laws that hold laws, a test each. */
  lawFiles() {
    return readdirSync(join(this.#folder, "tests/laws"), { recursive: true })
      .map(String)
      .filter((file) => /^laws.*\.test\.mjs$/.test(basename(file)))
      .map((file) => join("tests/laws", file))
      .sort();
  }

  /**
   * Runs a test file in a process of its own.
   * @param {string} file
   * @param {string[]} names of the tests wanted; none for all
   * @param {number} seconds at most
   * @returns {Promise<Ran[]>}
   */
  async run(file, names, seconds) {
    const found = join(this.#folder, "found.jsonl");
    rmSync(found, { force: true });
    const patterns = names.map((name) => `--test-name-pattern=${patternOf(name)}`);
    const to = [`--test-reporter=${reporter}`, `--test-reporter-destination=${found}`];
    const { status, killed, stderr } = await this.#node([...to, ...patterns, file], seconds);
    const text = existsSync(found) ? readFileSync(found, "utf8") : "";
    const ran = text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    if (killed) return [...ran, { test: file, end: "hang" }];
    if (status === null) return [...ran, { test: file, end: "crash" }];
    const failed = ran.some(({ end }) => end !== "passed");
    if (status !== 0 && !failed) return [...ran, { test: `${file}: ${stderr}`, end: "exception" }];
    return ran;
  }

  /** @param {string[]} args @param {number} seconds */
  #node(args, seconds) {
    return politely(process.execPath, args, { cwd: this.#folder, seconds });
  }
}

/** The laws of an export, or of one of its cases: what stands before a comma or colon. */
function patternOf(name) {
  return `^${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}[,:]`;
}
