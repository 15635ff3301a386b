// The package as users install it: its contents, including the proofs and documents.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { before, test } from "node:test";
import { installPackage, root } from "./installed.mjs";

let place;
before(() => {
  place = installPackage();
});

test("the package contains the module, its declarations, its documents and only web/ of the sources", () => {
  const { installed } = place;
  for (const file of [
    "dist/index.js",
    "dist/index.d.ts",
    "dist/logstar.wasm",
    "dist/worker.js",
    "dist/worker-inline.js",
    "dist/THIRD-PARTY.md",
    "LICENSE",
    "README.md",
    "CHANGELOG.md",
  ]) {
    assert.ok(existsSync(join(installed, file)), file);
  }
  assert.deepEqual(readdirSync(installed).sort(), [
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "SECURITY.md",
    "dist",
    "docs",
    "examples",
    "package.json",
    "proofs",
  ]);
});

test("third-party contents of the package are named with their licence, and include no script", () => {
  const dist = join(place.installed, "dist");
  const notices = readFileSync(join(dist, "THIRD-PARTY.md"), "utf8");
  const taken = [
    ...["commander", "Papa Parse", "hyparquet", "hysnappy", "fzstd", "noble-hashes"],
    ...["lossless-json", "d3-time-format", "read-excel-file", "fflate", "saxen"],
  ];
  for (const name of ["Emscripten", "musl", "libc++", "Boost.Multiprecision", ...taken]) {
    assert.ok(notices.includes(name), name);
  }
  assert.match(
    readFileSync(join(place.installed, "LICENSE"), "utf8"),
    /Apache License\s+Version 2/,
  );
  const scripts = readdirSync(dist, { recursive: true }).filter((file) => file.endsWith(".js"));
  for (const file of scripts) {
    assert.doesNotMatch(readFileSync(join(dist, file), "utf8"), /@license|Comlink/, file);
    // Node imports web/ as a few files.
    const isOurs =
      /\.node(-\w+)?\.js$/.test(file) ||
      ["worker-inline.js", "logstar.js", "cli.js"].includes(file);
    assert.ok(
      isOurs || existsSync(join(root, "web", file.replace(/js$/, "ts"))),
      `${file} comes from web/`,
    );
  }
});

test("the package has no dependencies, and no file of it imports a package", () => {
  const own = JSON.parse(readFileSync(join(place.installed, "package.json"), "utf8"));
  assert.equal(own.dependencies, undefined);
  const files = readdirSync(join(place.installed, "dist"), { recursive: true });
  for (const name of files.filter((n) => n.endsWith(".js"))) {
    const code = readFileSync(join(place.installed, "dist", name), "utf8");
    assert.doesNotMatch(code, /^(?:import|export)\b[^;"']*from\s*["'](?!\.|node:)/m, name);
  }
});

test("the version in the code is the package's", async () => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  assert.match(readFileSync(join(root, "dist/version.js"), "utf8"), new RegExp(`"${version}"`));
  assert.match(
    readFileSync(join(root, "CMakeLists.txt"), "utf8"),
    new RegExp(`VERSION ${version} `),
  );
});

test("the lock file records no download addresses", () => {
  assert.doesNotMatch(
    readFileSync(join(root, "package-lock.json"), "utf8"),
    /"resolved"|https?:\/\/[^"]*\.tgz/,
  );
});

/** All files of the package with this ending, by path. */
function filesOf(ending) {
  return readdirSync(place.installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(place.installed, join(entry.parentPath, entry.name)));
}

const isThere = (path) =>
  statSync(join(place.installed, path), { throwIfNoEntry: false })?.isFile();

/** The pages that code names outside comments, as it may put them into a record. */
function pagesIn(code) {
  const bare = code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  return [...bare.matchAll(/["'`](docs\/[^"'`]*)["'`]/g)].map(([, page]) => page);
}

// Cause: records named pages that exist only in the repository.
test("the package contains every page that a record can name as its proof", () => {
  const inJavaScript = filesOf(".js")
    .filter((name) => name.startsWith("dist/"))
    .map((name) => join(place.installed, name));
  const inClaims = readdirSync(join(root, "src"), { recursive: true })
    .filter((name) => name.endsWith(".cpp"))
    .map((name) => join(root, "src", name));
  const code = [...inJavaScript, ...inClaims];
  const pages = new Set(code.flatMap((file) => pagesIn(readFileSync(file, "utf8"))));
  assert.ok(pages.size >= 20, `${pages.size}`);
  for (const page of pages) {
    assert.ok(isThere(page), page);
    assert.match(readFileSync(join(place.installed, page), "utf8"), /^# /, page);
  }
});

test("a program finds the proof of an answer by the record's path in the installed package", () => {
  place.write(
    "proof.mjs",
    `import { readFileSync } from "node:fs";
import { load, median, topK } from "logstar";
await load();
for (const { record } of [median([1, 2], { epsilon: 1 }), topK(["a"], { k: 1, epsilon: 1, delta: 1e-6 })]) {
  const page = new URL(record.proof, import.meta.resolve("logstar/package.json"));
  console.log(readFileSync(page, "utf8").split("\\n")[0]);
}
`,
  );
  assert.match(place.run(process.execPath, ["proof.mjs"]), /^# .+\n# .+\n$/);
});

/** Links of a page to files that the package lacks. */
function missing(page, text) {
  const prose = text.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]*`/g, "");
  const targets = [...prose.matchAll(/\]\(([^)\s#]+)/g), ...prose.matchAll(/src="([^"]+)"/g)];
  return targets
    .map(([, target]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => normalize(join(dirname(page), target)))
    .filter((path) => !isThere(path));
}

test("links of all pages in the package lead to files in it, except the README's pictures of the page", () => {
  const pages = filesOf(".md").filter((name) => !name.startsWith("dist/"));
  assert.ok(pages.length > 50, `${pages.length}`);
  const broken = pages.flatMap((page) =>
    missing(page, readFileSync(join(place.installed, page), "utf8")),
  );
  assert.deepEqual(broken, ["docs/demo.png", "docs/demo-phone.png"]);
});

test("control: the check finds a missing page, in code and in links", () => {
  assert.deepEqual(pagesIn('// "docs/a.md"\n/* "docs/b.md" */ proof: "docs/c.md",'), ["docs/c.md"]);
  assert.deepEqual(missing("docs/a.md", "[x](nowhere.md) [y](README.md) [z](https://a.b)"), [
    "docs/nowhere.md",
  ]);
});

// Without tables, their page, example and types: 860 KB. Tables in engines take 45 of the rest with their
// pages, plans for users 10, notes and seals of ledgers 5. Readable lines of the modules for Node need 8. The
// pages and functions of guesses, rows, Gaussian noise and practice need 20, pages outside git 40, and the ways
// to name items and groups with their proofs 40. The command line takes 60 for workbooks, forms of numbers and
// dates, engines and the columns of a file; the papers' parts with their proofs, and engines in production, 130; shared
// ledgers, sessions over rows in a worker and Spark's example 50; charges for a worker, cells and lists of ledgers 27,
// with the page of all laws, which a first run does not have yet.
test("the package stays below 1,780 KB packed: documents, proofs, the command line with its packages and the modules for Node included", (t) => {
  const { size } = statSync(place.archive);
  t.diagnostic(`${size} bytes`);
  assert.ok(size < 1_780_000, `${size}`);
});
