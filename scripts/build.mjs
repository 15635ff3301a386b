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
 * The path of Python itself, for Emscripten, which runs Python once a file. A version manager's wrapper of the
 * same name takes longer than the program.
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

/** The compiler's output: the glue and the module. */
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
  // Copies by source file, because build/ keeps tsc's output of deleted sources.
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

/** Bundles npm packages into the one file that imports them, so that logstar installs without dependencies. */
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
    // A blob has no address to resolve relative ones against. The page hands the module over.
    define: { "import.meta.url": '""' },
    plugins: [withoutTables],
    logLevel: "warning",
  });
}

/** The entry points that programs import by the package's name; type declarations excluded. */
export const entries = ["index", "audit", "file", "sql", "testing", "worker"];

/** Entries that extend the main entry import all of it first, so that esbuild does not split it by what each uses. */
const uponTheMainEntry = {
  name: "upon the main entry",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/dist\/(audit|file|sql|testing|tables\/table)\.js$/ }, ({ path }) => ({
      contents: `import "${join(root, "dist/index.js")}";\n${readFileSync(path, "utf8")}`,
    })),
};

/**
 * The entries for Node in few files: to find and read one takes a millisecond or two, and they were a hundred.
 * The entries share one copy of common code. They lie in dist/ itself, next to logstar.wasm and the worker's
 * script. Bundlers get the modules and drop unused ones.
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
    // Importing the main entry has no effect: the import only keeps the shared code together.
    logOverride: { "ignored-bare-import": "silent" },
    // Readable, because node prints the line of an uncaught error.
    legalComments: "none",
    logLevel: "warning",
  });
}

/** In the package the command line imports the library's bundles from the same folder. */
const besideTheLibrary = {
  name: "beside the library",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^logstar$/ }, () => ({ path: "./index.node.js", external: true }));
    onResolve({ filter: /^logstar\/file$/ }, () => ({ path: "./file.node.js", external: true }));
    onResolve({ filter: /^logstar\/sql$/ }, () => ({ path: "./sql.node.js", external: true }));
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
    external: ["@duckdb/node-api", "pg"], // people install the engine that they ask
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
