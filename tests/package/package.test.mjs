// The package as users get it: packed, installed into an empty folder, imported, bundled, compiled.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const root = fileURLToPath(new URL("../..", import.meta.url));
const bin = (name) => join(root, "node_modules/.bin", name);
let folder;

function run(command, args, options = {}) {
  return execFileSync(command, args, { cwd: folder, encoding: "utf8", stdio: "pipe", ...options });
}

before(() => {
  folder = mkdtempSync(join(tmpdir(), "logstar-package-"));
  // The build has just run; packing must not run it again.
  run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], { cwd: root });
  const archive = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }\n');
  run("npm", ["install", "--no-audit", "--no-fund", "--offline", `./${archive}`]);
});

after(() => rmSync(folder, { recursive: true, force: true }));

const program = `import { load, median, topK } from "logstar";
await load();
const { value, record } = median(Float64Array.from({ length: 5000 }, (_, i) => i), { epsilon: 1 });
if (!(Math.abs(value - 2500) < 100)) throw new Error("median " + value);
const { items } = topK(Array(500).fill("Oslo"), { k: 1, epsilon: 1, delta: 1e-6 });
console.log(items[0].item, record.epsilon);
`;

test("the installed package works in Node", () => {
  writeFileSync(join(folder, "use.mjs"), program);
  assert.equal(run("node", ["use.mjs"]), "Oslo 1\n");
});

test("a page built from it by Vite works, its .wasm beside it", () => {
  writeFileSync(join(folder, "index.html"), '<script type="module" src="./use.mjs"></script>\n');
  run(bin("vite"), ["build", "--target", "es2022", "--logLevel", "error"]);
  const assets = readdirSync(join(folder, "dist/assets"));
  assert.ok(
    assets.some((name) => name.endsWith(".wasm")),
    assets.join(),
  );
  assert.ok(
    assets.some((name) => name.endsWith(".js")),
    assets.join(),
  );
  const script = readFileSync(
    join(
      folder,
      "dist/assets",
      assets.find((name) => name.endsWith(".js")),
    ),
    "utf8",
  );
  assert.doesNotMatch(script, /node:fs["'];|\beval\(/);
});

test("a TypeScript consumer compiles against the declarations, and mistakes do not", () => {
  writeFileSync(
    join(folder, "consumer.ts"),
    `import { integers, load, median, quantile, topK, plan, type BudgetExceeded } from "logstar";
import { loadForTesting } from "logstar/testing";
await load();
const error: number = median([1, 2], { epsilon: 1, domain: integers(0, 9) }).record.accuracy.error;
const items: { item: unknown }[] = topK(["a"], { k: 1, epsilon: 1, delta: 1e-6 }).items;
const needed: number = plan.interiorPoint({ bits: 64, epsilon: 1 })[0].records;
// @ts-expect-error epsilon is required
median([1], {});
// @ts-expect-error there is no such option
quantile([1], 0.5, { epsilon: 1, seed: 1 });
export { error, items, needed, loadForTesting };
export type { BudgetExceeded };
`,
  );
  run(bin("tsc"), [
    "--noEmit",
    "--strict",
    "--module",
    "nodenext",
    "--target",
    "es2022",
    "consumer.ts",
  ]);
});

test("the package holds the module, its declarations, the licence and no sources of ours but web/", () => {
  const installed = join(folder, "node_modules/logstar");
  for (const file of [
    "dist/index.js",
    "dist/index.d.ts",
    "dist/logstar.wasm",
    "LICENSE",
    "README.md",
    "CHANGELOG.md",
  ]) {
    assert.ok(existsSync(join(installed, file)), file);
  }
  assert.deepEqual(readdirSync(installed).sort(), [
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "dist",
    "package.json",
  ]);
});

test("the version in the code is the package's", async () => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  assert.match(readFileSync(join(root, "dist/version.js"), "utf8"), new RegExp(`"${version}"`));
  assert.match(
    readFileSync(join(root, "CMakeLists.txt"), "utf8"),
    new RegExp(`VERSION ${version} `),
  );
});

// A page may be 600 KB in all on its first visit.
test("the .wasm stays below 250 KB gzipped", () => {
  const size = gzipSync(readFileSync(join(root, "dist/logstar.wasm")), { level: 9 }).length;
  assert.ok(size < 250_000, `${size}`);
});

test("the lock file records no download addresses", () => {
  assert.doesNotMatch(
    readFileSync(join(root, "package-lock.json"), "utf8"),
    /"resolved"|https?:\/\/[^"]*\.tgz/,
  );
});
