// A small consumer of both entries: as plain modules, and built by Vite, esbuild and webpack; each is
// then run in Chromium under a policy without 'unsafe-eval'.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { build as buildByEsbuild } from "esbuild";
import { build as buildByVite } from "vite";
import webpack from "webpack";
import { startChromium } from "../../../scripts/chromium.mjs";
import { serveFolder, strictPolicy } from "../../browser/static-site.mjs";
import { expected, forPages } from "../consumer.mjs";
import { installPackage, root } from "../installed.mjs";

let place;
let browser;

before(async () => {
  place = installPackage();
  place.write("main.js", forPages);
  place.write("index.html", '<script type="module" src="./main.js"></script>\n');
  browser = await startChromium();
});
after(() => browser?.close());

/** What the consumer says when a folder is served. */
async function visit(folder, policy) {
  const site = await serveFolder(folder, policy);
  const page = await browser.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  try {
    await page.goto(site.url);
    await page.waitForFunction(() => document.title !== "", undefined, { timeout: 20_000 });
    return { title: await page.title(), problems };
  } finally {
    await page.close();
    await site.close();
  }
}

/** All files that a build wrote. */
function built(folder) {
  return readdirSync(folder, { recursive: true }).map(String);
}

function checkScripts(folder) {
  for (const name of built(folder).filter((file) => file.endsWith(".js"))) {
    const code = readFileSync(join(folder, name), "utf8");
    assert.doesNotMatch(code, /\beval\(|new Function\(|from\s*["']node:/, name);
  }
}

test("plain modules work as they are, without a build", async () => {
  const folder = join(place.folder, "plain");
  mkdirSync(folder);
  cpSync(join(place.installed, "dist"), join(folder, "logstar"), { recursive: true });
  writeFileSync(
    join(folder, "main.js"),
    forPages
      .replace('"logstar"', '"./logstar/index.js"')
      .replace('"logstar/worker"', '"./logstar/worker.js"'),
  );
  cpSync(join(place.folder, "index.html"), join(folder, "index.html"));
  assert.deepEqual(await visit(folder), { title: expected, problems: [] });
});

test("Vite builds it: page, worker and both .wasm", async () => {
  const outDir = join(place.folder, "by-vite");
  await buildByVite({
    root: place.folder,
    logLevel: "error",
    configFile: false,
    build: { target: "es2022", outDir },
  });
  const files = built(outDir);
  assert.equal(files.filter((name) => name.endsWith(".wasm")).length, 2, files.join());
  checkScripts(outDir);
  assert.deepEqual(await visit(outDir), { title: expected, problems: [] });
});

test("esbuild builds it, with the worker as an entry and the .wasm files copied beside", async () => {
  const outdir = join(place.folder, "by-esbuild");
  await buildByEsbuild({
    absWorkingDir: place.folder,
    entryPoints: { main: "main.js", "worker-thread": "logstar/worker-thread.js" },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    outdir,
  });
  for (const name of ["logstar.wasm", "logstar-second.wasm"])
    cpSync(join(place.installed, "dist", name), join(outdir, name));
  cpSync(join(place.folder, "index.html"), join(outdir, "index.html"));
  checkScripts(outdir);
  assert.deepEqual(await visit(outdir), { title: expected, problems: [] });
});

test("webpack builds it: page, worker and both .wasm", async () => {
  const path = join(place.folder, "by-webpack");
  const compiler = webpack({
    mode: "production",
    context: place.folder,
    entry: "./main.js",
    output: { path, filename: "main.js", module: true },
    experiments: { outputModule: true },
    performance: false,
  });
  const stats = await new Promise((resolve, reject) => {
    compiler.run((error, done) => (error ? reject(error) : resolve(done)));
  });
  await new Promise((done) => compiler.close(done));
  assert.equal(stats.hasErrors(), false, stats.toString("errors-only"));
  assert.deepEqual(stats.toJson({ warnings: true }).warnings, []);
  cpSync(join(place.folder, "index.html"), join(path, "index.html"));
  const files = built(path);
  assert.equal(files.filter((name) => name.endsWith(".wasm")).length, 2, files.join());
  checkScripts(path);
  assert.deepEqual(await visit(path), { title: expected, problems: [] });
});

/** Which modules a page fetches, and how many were compiled while they came. */
async function fetchedBy(code) {
  const name = `by-parts-${code.length}`;
  place.write(`${name}.js`, code);
  const outDir = join(place.folder, name);
  await buildByEsbuild({
    absWorkingDir: place.folder,
    ...{ entryPoints: { main: `${name}.js` }, bundle: true, format: "esm" },
    outdir: outDir,
  });
  for (const file of ["logstar.wasm", "logstar-second.wasm"])
    cpSync(join(place.installed, "dist", file), join(outDir, file));
  cpSync(join(place.folder, "index.html"), join(outDir, "index.html"));
  const site = await serveFolder(outDir, strictPolicy);
  const page = await browser.newPage();
  const files = [];
  page.on("request", (request) => files.push(request.url().split("/").at(-1)));
  await page.addInitScript(() => {
    const compile = WebAssembly.compileStreaming;
    globalThis.streamed = 0;
    WebAssembly.compileStreaming = (response) => {
      ++globalThis.streamed;
      return compile(response);
    };
  });
  try {
    await page.goto(site.url);
    await page.waitForFunction(() => document.title !== "", undefined, { timeout: 20_000 });
    return {
      title: await page.title(),
      streamed: await page.evaluate(() => globalThis.streamed),
      wasm: files.filter((file) => file.endsWith(".wasm")).sort(),
    };
  } finally {
    await page.close();
    await site.close();
  }
}

test("a page of medians fetches the first module only; one that learns points fetches both", async () => {
  const told = (run) => `(async () => { ${run} })().then(
    (text) => { document.title = text; }, (error) => { document.title = "failed: " + error.message; });`;
  const both = ["logstar-second.wasm", "logstar.wasm"];
  const ranks = 'import { load, median } from "logstar";\n';
  const learn =
    "learnPoint({ x: [1, 2, 3], y: [0, 1, 0], epsilon: 1, delta: 1e-6 }).record.epsilon";
  assert.deepEqual(
    await fetchedBy(
      ranks + told("await load(); return typeof median([1, 2], { epsilon: 1 }).value;"),
    ),
    { title: "number", streamed: 1, wasm: ["logstar.wasm"] },
  );
  assert.deepEqual(
    await fetchedBy(
      `import { learnPoint, load } from "logstar";\n${told(`await load(); return ${learn};`)}`,
    ),
    { title: "1", streamed: 2, wasm: both },
  );
});

// Of 1,000 people in each department at epsilon 0.4 a median is 250 people off with e^-100.
test("the front end of the examples, built by Vite, asks a CSV of several rows a person", async () => {
  const source = join(place.folder, "front-end");
  cpSync(join(root, "examples/front-end"), source, { recursive: true });
  const outDir = join(place.folder, "front-end-built");
  await buildByVite({
    root: source,
    logLevel: "error",
    configFile: false,
    resolve: { alias: { papaparse: join(root, "node_modules/papaparse") } },
    build: { target: "es2022", outDir },
  });
  const rows = Array.from({ length: 6000 }, (_, row) => {
    const person = row % 2000;
    return `p${person},${["Sales", "Support"][person % 2]},${person === 7 ? "" : 30_000 + 10 * person}`;
  });
  const site = await serveFolder(outDir, strictPolicy);
  const page = await browser.newPage();
  try {
    await page.goto(site.url);
    await page.waitForLoadState("networkidle");
    const csv = ["id,department,salary", ...rows, "lone,Board,900000"].join("\n");
    await page.setInputFiles("#file", {
      ...{ name: "staff.csv", mimeType: "text/csv", buffer: Buffer.from(csv) },
    });
    await page.waitForSelector("#answers tr");
    const answers = (await page.locator("#answers").innerText())
      .split("\n")
      .map((line) => line.split("\t"));
    assert.deepEqual(
      answers.map(([group]) => group),
      ["Sales", "Support"],
    );
    for (const [, value] of answers) assert.ok(value > 34_000 && value < 46_000, `${answers}`);
    assert.match(
      await page.locator("#promise").innerText(),
      /^Adding or removing all rows of one user/,
    );
    assert.equal(await page.locator("#left").innerText(), "Left: epsilon 1.5 of 2.");
  } finally {
    await page.close();
    await site.close();
  }
});

test("control: a policy without 'wasm-unsafe-eval' is noticed by these visits", async () => {
  const policy = strictPolicy.replace(" 'wasm-unsafe-eval'", "");
  const { title } = await visit(join(place.folder, "plain"), policy);
  assert.match(title, /^failed: WebAssembly/);
});
