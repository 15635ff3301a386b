// Everything the project needs on a machine that has only Debian 12, Node 20 and git. Each part looks
// first whether it is there, so a repeated run costs next to nothing.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { main, root, run, runQuietly, say, which } from "./shell.mjs";

const toolchain = join(root, ".toolchain");

/** Debian's packages by purpose. */
const packages = {
  native: ["g++", "cmake", "ninja-build", "lld", "libboost-dev", "catch2"],
  // Emscripten's driver is written in Python; its programs are pointed at their libraries by patchelf.
  wasm: ["cmake", "ninja-build", "libboost-dev", "catch2", "patchelf", "python3"],
  sanitizers: ["clang", "libclang-rt-dev", "lld"],
  linters: ["clang-format"],
  "clang-tidy": ["clang", "clang-tidy-19"],
  browsers: ["chromium-headless-shell", "firefox-esr"],
  engines: ["postgresql"],
  spark: ["openjdk-17-jdk-headless", "maven"],
  proofs: [
    ...["coq", "libcoq-mathcomp-ssreflect", "libcoq-mathcomp-zify"],
    ...["make", "ocaml-findlib", "libzarith-ocaml-dev"],
  ],
};

/** Installs missing Debian packages with the machine's own apt. @param {(keyof packages)[]} purposes */
export function setUpDebian(...purposes) {
  // Without apt, these programs must come from elsewhere.
  if (!which("apt-get")) return;
  const names = [...new Set(purposes.flatMap((purpose) => packages[purpose]))];
  const query = ["-W", "-f", "${Package} ${db:Status-Status}\n", ...names];
  const installed = spawnSync("dpkg-query", query, { encoding: "utf8" }).stdout.split("\n");
  const missing = names.filter((name) => !installed.includes(`${name} installed`));
  if (missing.length === 0) return;
  const install = ["install", "-y", "-q", "--no-install-recommends", ...missing];
  say(`Installing Debian packages: ${missing.join(", ")}`);
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && !which("sudo"))
    throw new Error(`cannot install packages: run apt-get ${install.join(" ")} as root first`);
  const asRoot = isRoot ? [] : ["sudo"];
  for (const args of [["update", "-q"], install]) {
    const [command, ...rest] = [...asRoot, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"];
    runQuietly(command, [...rest, ...args]);
  }
}

/** Java and Maven, which the tests of Spark need. */
export function setUpJava() {
  if (!["java", "jar", "mvn"].every(which)) setUpDebian("spark");
}

/** Node modules as the lock file has them. */
export function setUpNodeModules() {
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  const stamp = join(root, "node_modules", ".logstar-lock");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  say("Installing the JavaScript packages of the lock file");
  run("npm", ["ci", "--no-audit", "--no-fund"]);
  writeFileSync(stamp, lock);
}

/** Boost's and Catch2's headers in a folder of their own: em++ must never see /usr/include. */
function setUpHeaders() {
  const headers = join(toolchain, "headers");
  mkdirSync(headers, { recursive: true });
  for (const library of ["boost", "catch2"]) {
    const link = join(headers, library);
    if (!existsSync(link)) symlinkSync(join("/usr/include", library), link);
  }
}

/** The oldest version that builds the module; scripts/install-emscripten.sh installs it. */
const emscripten = "3.1.69";

/** @param {string} told what `em++ --version` prints */
export function isEmscriptenNewEnough(told) {
  const version = told.match(/\b\d+\.\d+\.\d+/)?.[0];
  return version !== undefined && version.localeCompare(emscripten, "en", { numeric: true }) >= 0;
}

/** Emscripten: on the PATH if it is new enough, or in a private prefix. */
function setUpEmscripten() {
  if (which("em++") && isEmscriptenNewEnough(runQuietly("em++", ["--version"]))) return;
  installEmscripten("emscripten", "trixie");
}

/** Debian's newest Emscripten, next to the one that builds the package. */
export const setUpNewestEmscripten = () => installEmscripten("emscripten-newest", "testing");

function installEmscripten(folder, suite) {
  const home = join(toolchain, folder);
  if (existsSync(join(home, "complete"))) return;
  say(`Installing Debian ${suite}'s Emscripten into .toolchain (330 MB to fetch, a minute)`);
  run("bash", ["scripts/install-emscripten.sh", home, suite]);
}

/** All that the WebAssembly module and the npm package need. */
export function setUpWasm() {
  setUpDebian("wasm");
  setUpHeaders();
  setUpEmscripten();
  setUpNodeModules();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(setUpWasm);
