// Builds the WebAssembly module and the npm package's files into dist/.
import { cpSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { setUpWasm } from "./setup.mjs";
import { main, root, run, runQuietly, say, tool } from "./shell.mjs";

/**
 * Configures a CMake preset, which is quick when nothing changed, and builds targets of it.
 * @param {string} preset
 * @param {string[]} targets
 */
export function compile(preset, targets) {
  const env = preset.startsWith("wasm") ? { ...process.env, PYTHON: python() } : process.env;
  runQuietly("cmake", ["--preset", preset], { env });
  // Ninja runs two more than there are cores, which then take up to a tenth longer for it all.
  const parallel = ["--parallel", `${availableParallelism()}`];
  run("cmake", ["--build", "--preset", preset, ...parallel, "--target", ...targets], { env });
}

/**
 * Python itself, for Emscripten, which looks for it once a file: what version managers leave on the PATH by this name
 * takes longer to find the program than that takes to run.
 */
const python = () =>
  process.env.PYTHON ??
  process.env.EMSDK_PYTHON ??
  runQuietly("python3", ["-c", "import sys; print(sys.executable)"]).trim();

/** The files of the npm package. */
export async function buildPackage() {
  say("Building the WebAssembly module");
  compile("wasm", ["logstar"]);
  say("Building the npm package into dist/");
  const dist = join(root, "dist");
  layOut(dist, join(root, "build/wasm"));
  await bundlePackages(dist);
  await bundleWorker(dist);
  await bundleForNode(dist);
  await bundleCommandLine(dist);
  compilePrograms();
  const wasm = readFileSync(join(dist, "logstar.wasm"));
  console.log(`logstar.wasm: ${kb(wasm)}, ${kb(gzipSync(wasm, { level: 9 }))} gzipped`);
}

/** What the compiler makes: the glue and the module. */
export const moduleFiles = ["logstar.js", "logstar.wasm"];

/**
 * web/ as scripts and declarations, with a compiled module, in a folder made new.
 * @param {string} folder
 * @param {string} compiled where the module is
 * @param {string} from the folder that has web/
 */
export function layOut(folder, compiled, from = root) {
  run(tool("tsc"), ["--project", join(from, "tsconfig.json")]);
  rmSync(folder, { recursive: true, force: true });
  // By source: what tsc made of one that is gone stays in build/.
  for (const file of readdirSync(join(from, "web"), { recursive: true, encoding: "utf8" })) {
    if (statSync(join(from, "web", file)).isDirectory() || file.endsWith("README.md")) continue;
    if (!/(?<!\.d)\.ts$/.test(file)) cpSync(join(from, "web", file), join(folder, file));
    else
      for (const made of [file.replace(/ts$/, "js"), file.replace(/ts$/, "d.ts")])
        cpSync(join(from, "build/web", made), join(folder, made));
  }
  for (const file of moduleFiles) cpSync(join(compiled, file), join(folder, file));
}

/** Scripts of bin/ and demo/, one each, for tests: people get them in a bundle. Needs the package's declarations. */
export function compilePrograms(from = root) {
  run(tool("tsc"), ["--project", join(from, "tsconfig.programs.json")]);
}

/** Tables are asked on the page's side, which calls the worker's functions: its own copy of them is never used. */
const withoutTables = {
  name: "without tables",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/tables\/table\.js$/ }, () => ({
      contents: "export const table = undefined;",
    })),
};

/** Packages from npm into the one file that imports them: whoever installs this one needs no other. */
async function bundlePackages(dist) {
  const { build } = await import("esbuild"); // not there before set-up
  const file = join(dist, "ledger/sha256.js");
  await build({
    ...{ entryPoints: [file], outfile: file, allowOverwrite: true },
    ...{ bundle: true, minify: true, format: "esm", target: "es2022", logLevel: "warning" },
  });
}

/** The worker in one classic script, for pages that start it from a blob. */
async function bundleWorker(dist) {
  const { build } = await import("esbuild"); // not there before set-up
  await build({
    entryPoints: [join(dist, "worker-thread.js")],
    outfile: join(dist, "worker-inline.js"),
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    // Addresses relative to the script: there is none in a blob. The page hands the module over.
    define: { "import.meta.url": '""' },
    plugins: [withoutTables],
    logLevel: "warning",
  });
}

/** What programs import by the package's name, but for types. */
export const entries = ["index", "audit", "sql", "testing", "worker"];

/** What stands upon the main entry begins with all of it, so that it is not cut into what each of them uses. */
const uponTheMainEntry = {
  name: "upon the main entry",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/dist\/(audit|sql|testing|tables\/table)\.js$/ }, ({ path }) => ({
      contents: `import "${join(root, "dist/index.js")}";\n${readFileSync(path, "utf8")}`,
    })),
};

/**
 * The entries for Node in few files: to find and read one takes a millisecond or two, and they were a hundred. What
 * they share stays one. They stand in dist/ itself, where logstar.wasm and the worker's script are beside them.
 * Bundlers take the modules, of which they leave out what is not used.
 */
async function bundleForNode(dist) {
  const { build } = await import("esbuild"); // not there before set-up
  await build({
    entryPoints: Object.fromEntries([
      ...entries.map((name) => [name, join(dist, `${name}.js`)]),
      ["table", join(dist, "tables/table.js")], // of which the command line takes what options there are
    ]),
    ...{ outdir: dist, entryNames: "[name].node", chunkNames: "[name].node-[hash]" },
    ...{ bundle: true, splitting: true, format: "esm", platform: "node", target: "node20" },
    plugins: [uponTheMainEntry],
    // Nothing happens when the main entry is imported: only what they share is told by it.
    logOverride: { "ignored-bare-import": "silent" },
    // Readable: an error that nobody catches is shown with the line that threw it.
    legalComments: "none",
    logLevel: "warning",
  });
}

/** In the package the command line stands beside the library, which it does not take in: it finds it in few files. */
const besideTheLibrary = {
  name: "beside the library",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^logstar$/ }, () => ({ path: "./index.node.js", external: true }));
    onResolve({ filter: /^#dist\/tables\/table\.js$/ }, () => ({
      path: "./table.node.js",
      external: true,
    }));
  },
};

/** The command line in one file, with the packages of npm that it needs. */
async function bundleCommandLine(dist) {
  const { build } = await import("esbuild"); // not there before set-up
  await build({
    entryPoints: [join(root, "bin/logstar.ts")],
    outfile: join(dist, "cli.js"),
    ...{ bundle: true, minify: true, format: "esm", platform: "node", target: "node20" },
    // commander is a CommonJS module that asks for Node's own.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    plugins: [besideTheLibrary],
    legalComments: "none", // THIRD-PARTY.md has them
    logLevel: "warning",
  });
}

/** In the KB of 1,000 that tests/package holds it to. */
const kb = ({ length }) => `${(length / 1000).toFixed(1)} KB`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(() => {
    setUpWasm();
    return buildPackage();
  });
}
