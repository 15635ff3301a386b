// A page and its worker, as plain modules and built by each bundler that makes a folder of files; each runs in Chromium
// under a policy without 'unsafe-eval'.
import assert from "node:assert/strict";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { strictPolicy } from "../browser/static-site.mjs";
import { expected, forPages } from "../package/consumer.mjs";
import { folder, imported, program, project, run, thePackage } from "./place.mjs";
import { useBrowser, visitFolder } from "./visit.mjs";

useBrowser();

const html =
  '<!doctype html><html><head></head><body><script type="module" src="./main.js"></script></body></html>\n';
const page = (name) => project(name, { "index.html": html, "main.js": forPages });
const wasm = join(thePackage, "dist/logstar.wasm");
/** `load` and `connect` each fetch the module, which compiles while streaming. */
const works = (visited) =>
  assert.deepEqual(visited, { title: expected, problems: [], wasm: 2, streamed: 2 });

/** All files that a build wrote. */
const built = (place) => readdirSync(place, { recursive: true }).map(String);

function checkScripts(place) {
  const scripts = built(place).filter((file) => file.endsWith(".js"));
  assert.ok(scripts.length > 0);
  for (const name of scripts) {
    // The fallback that webpack writes, and catches, for platforms without globalThis.
    const code = readFileSync(join(place, name), "utf8").replace(
      'try{return this||new Function("return this")()}catch',
      "",
    );
    assert.doesNotMatch(code, /\beval\(|new Function\(|from\s*["']node:/, name);
  }
}

const oneModule = (place) => {
  const files = built(place).filter((name) => name.endsWith(".wasm"));
  assert.equal(files.length, 1, built(place).join());
};

test("a plain page works without a build", async () => {
  const place = page("plain");
  cpSync(join(thePackage, "dist"), join(place, "logstar"), { recursive: true });
  writeFileSync(
    join(place, "main.js"),
    forPages
      .replace('"logstar"', '"./logstar/index.js"')
      .replace('"logstar/worker"', '"./logstar/worker.js"'),
  );
  works(await visitFolder(place));
});

test("load({ wasm }) resolves a text against the page, not against the package", async () => {
  const place = project("elsewhere", {
    "index.html": html,
    "main.js": `import { load, median } from "./logstar/index.js";
load({ wasm: "./files/moved.wasm" }).then(
  () => { document.title = "epsilon " + median([1, 2, 3], { epsilon: 1 }).record.epsilon; },
  (error) => { document.title = "failed: " + error.message; },
);
`,
  });
  cpSync(join(thePackage, "dist"), join(place, "logstar"), { recursive: true });
  rmSync(join(place, "logstar/logstar.wasm"));
  cpSync(wasm, join(place, "files/moved.wasm"));
  const visited = await visitFolder(place);
  assert.deepEqual(visited, { title: "epsilon 1", problems: [], wasm: 1, streamed: 1 });
});

test("Vite builds page and worker without configuration", async () => {
  const place = page("vite");
  run(program("vite"), ["build", "--logLevel", "error"], { cwd: place });
  oneModule(join(place, "dist"));
  checkScripts(join(place, "dist"));
  works(await visitFolder(join(place, "dist")));
});

test("webpack builds page and worker without configuration or warnings", async () => {
  const place = page("webpack");
  const { default: webpack } = await imported("webpack");
  const path = join(place, "out");
  const compiler = webpack({
    ...{ mode: "production", context: place, entry: "./main.js", performance: false },
    output: { path, filename: "main.js" },
  });
  const stats = await new Promise((resolve, reject) => {
    compiler.run((error, done) => (error ? reject(error) : resolve(done)));
  });
  await new Promise((done) => compiler.close(done));
  assert.equal(stats.hasErrors(), false, stats.toString("errors-only"));
  assert.deepEqual(stats.toJson({ warnings: true }).warnings, []);
  cpSync(join(place, "index.html"), join(path, "index.html"));
  oneModule(path);
  checkScripts(path);
  works(await visitFolder(path));
});

/** The build by Parcel of a page whose package.json has these additions. */
function byParcel(name, main, more) {
  const place = project(name, {
    ...{ "index.html": html, "main.js": main },
    "package.json": JSON.stringify({ name, private: true, ...more }),
    "yarn.lock": "", // marks the root of the project for Parcel
  });
  const flags = ["--no-cache", "--no-source-maps", "--public-url", "./"];
  run(program("parcel"), ["build", "index.html", ...flags], { cwd: place });
  return join(place, "dist");
}

/** Parcel puts the list of file places into an inline script, which such a policy has to allow. */
const withInline = strictPolicy.replace("script-src", "script-src 'unsafe-inline'");

test("Parcel without configuration builds a page that has no worker", async () => {
  const place = byParcel(
    "parcel",
    `import { load, median } from "logstar";
load().then(() => { document.title = "epsilon " + median([1, 2, 3], { epsilon: 1 }).record.epsilon; });
`,
  );
  oneModule(place);
  const visited = await visitFolder(place, withInline);
  assert.deepEqual(visited, { title: "epsilon 1", problems: [], wasm: 1, streamed: 1 });
});

test("Parcel builds page and worker if configured to read the exports of packages", async () => {
  const more = { "@parcel/resolver-default": { packageExports: true } };
  const place = byParcel("parcel-worker", forPages, more);
  oneModule(place);
  checkScripts(place);
  works(await visitFolder(place, withInline));
});

test("esbuild builds it with the worker as an entry and logstar.wasm copied next to it", async () => {
  const place = page("esbuild");
  const entries = ["main.js", "worker-thread=logstar/worker-thread.js"];
  const flags = ["--bundle", "--minify", "--format=esm", "--outdir=out"];
  run(program("esbuild"), [...entries, ...flags], { cwd: place });
  const out = join(place, "out");
  for (const file of [wasm, join(place, "index.html")])
    cpSync(file, join(out, file.split("/").at(-1)));
  checkScripts(out);
  works(await visitFolder(out));
});

test("Rollup builds it with the worker as an entry and logstar.wasm copied next to it", async () => {
  const place = page("rollup");
  writeFileSync(
    join(place, "rollup.config.mjs"),
    `import { nodeResolve } from "@rollup/plugin-node-resolve";
export default {
  input: { main: "main.js", "worker-thread": "logstar/worker-thread.js" },
  output: { dir: "out", chunkFileNames: "[name].js" },
  plugins: [nodeResolve({ browser: true })],
};
`,
  );
  run(program("rollup"), ["--config", "--silent"], { cwd: place });
  const out = join(place, "out");
  for (const file of [wasm, join(place, "index.html")])
    cpSync(file, join(out, file.split("/").at(-1)));
  checkScripts(out);
  works(await visitFolder(out));
});

test("control: a bundle without its logstar.wasm fails, and names the reason", async () => {
  const place = page("without");
  const entries = ["main.js", "worker-thread=logstar/worker-thread.js"];
  run(program("esbuild"), [...entries, "--bundle", "--format=esm", "--outdir=out"], { cwd: place });
  cpSync(join(place, "index.html"), join(place, "out/index.html"));
  const { title } = await visitFolder(join(place, "out"));
  assert.equal(title, "failed: logstar.wasm could not be fetched: HTTP 404");
});

test("control: the visits detect a policy without 'wasm-unsafe-eval'", async () => {
  const policy = strictPolicy.replace(" 'wasm-unsafe-eval'", "");
  const { title } = await visitFolder(join(folder, "plain"), policy);
  assert.match(title, /^failed: WebAssembly/);
});
