// Everything the project needs on a machine that has only Debian 12, Node 20 and git. Each part looks
// first whether it is there, so a repeated run costs next to nothing.
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { alone } from "./lock.mjs";
import { main, root, run, runQuietly, say, which } from "./shell.mjs";

const toolchain = join(root, ".toolchain");

/** Debian package: how to see that it is there. */
const packages = {
  "g++": () => which("g++"),
  cmake: () => which("cmake"),
  lld: () => which("ld.lld"), // links the tests in half the time
  "ninja-build": () => which("ninja"),
  "clang-format": () => which("clang-format"),
  patchelf: () => which("patchelf"),
  python3: () => which("python3"), // Emscripten's driver is written in it
  "libboost-dev": () => existsSync("/usr/include/boost/multiprecision/cpp_int.hpp"),
  catch2: () => existsSync("/usr/include/catch2/catch.hpp"),
  "chromium-headless-shell": () => which("chromium-headless-shell"),
  "firefox-esr": () => which("firefox-esr"),
  clang: () => which("clang++"),
  "libclang-rt-dev": hasFuzzer,
  postgresql: () => existsSync("/usr/lib/postgresql"), // tests of tables that stay in it
};

/** The same of what checks the proofs: the second tier alone needs it. */
const packagesOfProofs = {
  coq: () => which("coqc"),
  make: () => which("make"), // runs what coq_makefile writes
  "libcoq-mathcomp-ssreflect": () => hasCoqLibrary("mathcomp/ssreflect/all_ssreflect.vo"),
  "libcoq-mathcomp-zify": () => hasCoqLibrary("mathcomp/zify/zify_ssreflect.vo"),
  "ocaml-findlib": () => which("ocamlfind"),
  "libzarith-ocaml-dev": () => existsSync("/usr/lib/ocaml/zarith/zarith.cmxa"), // exact fractions
};

/** Whether Coq finds a compiled file of a library. */
function hasCoqLibrary(file) {
  if (!which("coqc")) return false;
  return existsSync(join(runQuietly("coqc", ["-where"]).trim(), "user-contrib", file));
}

/** Whether clang finds the library that fuzz targets are linked with. */
function hasFuzzer() {
  if (!which("clang++")) return false;
  const folder = runQuietly("clang++", ["--print-resource-dir"]).trim();
  const libraries = join(folder, "lib");
  return (
    existsSync(libraries) &&
    readdirSync(libraries, { recursive: true }).some((file) => /clang_rt\.fuzzer/.test(file))
  );
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

/** Debian packages, through the machine's own apt. */
export function setUpPackages(names = Object.keys(packages)) {
  const known = { ...packages, ...packagesOfProofs };
  const missing = names.filter((name) => !known[name]());
  if (missing.length === 0) return;
  const install = `apt-get install -y --no-install-recommends ${missing.join(" ")}`;
  if (!which("apt-get"))
    throw new Error(`This machine lacks ${missing.join(", ")}: install them first.`);
  say(`Installing Debian packages: ${missing.join(", ")}`);
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && !which("sudo")) throw new Error(`Run as root first: ${install}`);
  const apt = (...args) => {
    const [command, ...rest] = isRoot ? ["apt-get", ...args] : ["sudo", "apt-get", ...args];
    runQuietly(command, rest, { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
  };
  apt("update", "-q");
  apt("install", "-y", "-q", "--no-install-recommends", ...missing);
}

/** Boost's and Catch2's headers in a folder of their own: em++ must never see /usr/include. */
function setUpHeaders() {
  const headers = join(toolchain, "headers");
  if (existsSync(headers)) return;
  const partial = `${headers}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  for (const library of ["boost", "catch2"]) {
    symlinkSync(join("/usr/include", library), join(partial, library));
  }
  renameSync(partial, headers);
}

/** The oldest version that builds the module, and the one that scripts/install-emscripten.sh installs. */
const emscripten = "3.1.69";

/** @param {string} told what `em++ --version` prints */
export function isEmscriptenNewEnough(told) {
  const version = told.match(/\b\d+\.\d+\.\d+/)?.[0];
  return version !== undefined && version.localeCompare(emscripten, "en", { numeric: true }) >= 0;
}

/** Emscripten: on the PATH if it is new enough, or in a private prefix. */
function setUpEmscripten() {
  if (which("em++") && isEmscriptenNewEnough(runQuietly("em++", ["--version"]))) return;
  const home = join(toolchain, "emscripten");
  // What the sanitized module is linked with, which installations of earlier versions lack.
  const libraries = join(home, "emscripten/cache/sysroot/lib/wasm32-emscripten");
  if ([join(home, "complete"), join(libraries, "libc-asan.a")].every((file) => existsSync(file)))
    return;
  say(`Installing Emscripten ${emscripten} into .toolchain (about 330 MB to fetch, a minute)`);
  run("bash", ["scripts/install-emscripten.sh", home]);
}

/** All that a native build needs. */
export function setUpNative() {
  return alone("set-up", () =>
    setUpPackages(["g++", "cmake", "ninja-build", "libboost-dev", "catch2"]),
  );
}

/** All that the WebAssembly module and the npm package need. */
export function setUpWasm() {
  return alone("set-up", () => {
    setUpPackages(["cmake", "ninja-build", "patchelf", "python3", "libboost-dev", "catch2"]);
    setUpHeaders();
    setUpEmscripten();
    setUpNodeModules();
  });
}

/** What sanitizers and fuzzing need: clang with its libraries for both. */
export function setUpSanitize() {
  return alone("set-up", () =>
    setUpPackages(["clang", "libclang-rt-dev", "cmake", "ninja-build", "libboost-dev"]),
  );
}

/** What checking the proofs needs. */
export function setUpProofs() {
  return alone("set-up", () => setUpPackages(Object.keys(packagesOfProofs)));
}

/** What all tests need of Debian, but for the proofs. */
export function setUpDebian() {
  return alone("set-up", () => setUpPackages());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(setUpWasm);
