// One-file bundles for Node, and other runtimes that take the package as npm installs it.
import assert from "node:assert/strict";
import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { expected, forNode } from "../package/consumer.mjs";
import { folder, imported, program, project, run, thePackage } from "./place.mjs";

const wasm = join(thePackage, "dist/logstar.wasm");

/** Prints an answer of a program bundled into one file. */
const oneFile = (loading) => `import { load, median } from "logstar";
${loading}
const { value, record } = median(Float64Array.from({ length: 5000 }, (_, i) => i), { epsilon: 1 });
console.log(Math.abs(value - 2500) < 100, record.epsilon);
`;
const answer = "true 1\n";

test("esbuild makes one ES module for Node, with logstar.wasm copied next to it", () => {
  const place = project("one-file", { "main.mjs": oneFile("await load();") });
  const flags = ["--bundle", "--platform=node", "--format=esm", "--outfile=out/main.mjs"];
  run(program("esbuild"), ["main.mjs", ...flags], { cwd: place });
  cpSync(wasm, join(place, "out/logstar.wasm"));
  assert.equal(run(process.execPath, ["out/main.mjs"], { cwd: place }), answer);
});

/** CommonJS lacks import.meta and top-level await. */
const asCommonJs = `import { readFileSync } from "node:fs";
import { load, median } from "logstar";
async function main() {
  await load({ wasm: readFileSync(WHERE) });
  ${oneFile("").split("\n").slice(2).join("\n  ")}
}
main();
`;

test("esbuild makes one CommonJS file for Node, which passes logstar.wasm", () => {
  const place = project("one-cjs-file", {
    "main.js": asCommonJs.replace("WHERE", '__dirname + "/logstar.wasm"'),
  });
  const flags = ["--bundle", "--platform=node", "--format=cjs", "--outfile=out/main.cjs"];
  run(program("esbuild"), ["main.js", ...flags, "--log-override:empty-import-meta=silent"], {
    cwd: place,
  });
  cpSync(wasm, join(place, "out/logstar.wasm"));
  assert.equal(run(process.execPath, ["out/main.cjs"], { cwd: place }), answer);
});

test("a CommonJS program of Node takes the package by import()", () => {
  const place = project("required", {
    "package.json": '{ "type": "commonjs" }\n',
    "main.js": `import("logstar").then(async ({ load, median }) => {
  await load();
  console.log(true, median([1, 2, 3], { epsilon: 1 }).record.epsilon);
});
`,
  });
  assert.equal(run(process.execPath, ["main.js"], { cwd: place }), answer);
});

/** The program that npm installed for this machine; it runs without any script of its package. */
const native = (scope, name) => {
  const [platform] = readdirSync(join(folder, "node_modules", scope));
  return join(folder, "node_modules", scope, platform, name);
};

test("Bun runs main entry and worker", () => {
  const place = project("bun", { "main.mjs": forNode });
  assert.equal(run(native("@oven", "bin/bun"), ["main.mjs"], { cwd: place }), `${expected}\n`);
});

test("bun build --compile makes one program that embeds logstar.wasm", () => {
  const place = project("bun-compile", {
    "main.mjs": oneFile("await load({ wasm: await Bun.file(wasm).arrayBuffer() });").replace(
      "\n",
      '\nimport wasm from "logstar/logstar.wasm" with { type: "file" };\n',
    ),
  });
  run(native("@oven", "bin/bun"), ["build", "--compile", "main.mjs", "--outfile", "program"], {
    cwd: place,
  });
  assert.equal(run(join(place, "program"), [], { cwd: "/" }), answer);
});

test("Deno runs main entry and worker", () => {
  const place = project("deno", { "main.mjs": forNode });
  const flags = ["run", "--node-modules-dir=manual", "--allow-read", "--no-lock", "--quiet"];
  assert.equal(
    run(native("@deno", "deno"), [...flags, "main.mjs"], { cwd: place }),
    `${expected}\n`,
  );
});

test("workerd runs it, if the module is imported and passed", async () => {
  const { build } = await imported("esbuild");
  const { Miniflare } = await imported("miniflare");
  const place = project("workerd", {
    "main.mjs": `import { load, median } from "logstar";
import wasm from "logstar/logstar.wasm";
export default {
  async fetch() {
    await load({ wasm });
    return new Response(String(median([1, 2, 3], { epsilon: 1 }).record.epsilon));
  },
};
`,
  });
  // As wrangler does: .wasm files stay separate modules.
  await build({
    ...{ absWorkingDir: place, entryPoints: ["main.mjs"], bundle: true, format: "esm" },
    ...{ outfile: join(place, "out/main.mjs"), conditions: ["workerd", "worker", "browser"] },
    plugins: [
      {
        name: "modules of WebAssembly",
        setup: ({ onResolve }) =>
          onResolve({ filter: /\.wasm$/ }, () => ({ path: "./logstar.wasm", external: true })),
      },
    ],
  });
  cpSync(wasm, join(place, "out/logstar.wasm"));
  const server = new Miniflare({
    ...{ modules: true, modulesRoot: join(place, "out"), scriptPath: join(place, "out/main.mjs") },
    ...{ modulesRules: [{ type: "CompiledWasm", include: ["**/*.wasm"] }] },
    compatibilityDate: "2025-05-05",
  });
  try {
    const response = await server.dispatchFetch("http://localhost/");
    assert.equal(await response.text(), "1");
  } finally {
    await server.dispose();
  }
});
