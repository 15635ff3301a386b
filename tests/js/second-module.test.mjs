// What of the core comes when: the first module with load(), the second where something imported needs it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs, { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import * as logstar from "../../dist/index.js";
import { calls } from "./valid-calls.mjs";
import { memberCalls } from "./valid-member-calls.mjs";
import { namespaceCalls } from "./valid-namespace-calls.mjs";

const dist = fileURLToPath(new URL("../../dist", import.meta.url));

/** What calls the second module. */
const needsSecond =
  /^(learn(Point|Rectangle|LabelPrivate|SemiPrivate)|sanitize\w+|quasiConcaveMax|SliceSession|\w+(Threshold|Monitor))$/;
const inFirst = (name) => name === "learnThreshold" || !needsSecond.test(name);
/** They hold functions of every room. */
const namespaces = ["accuracy", "plan"];

test("a page's script wants the second module exactly if it imports what needs it", async () => {
  for (const name of Object.keys(logstar).filter((name) => !namespaces.includes(name))) {
    const { outputFiles } = await build({
      stdin: { contents: `export { ${name} } from "./index.js"`, resolveDir: dist },
      ...{ bundle: true, format: "esm", target: "es2022", write: false },
    });
    const wants = /^wantSecond\(\);$/m.test(outputFiles[0].text);
    const needs = !inFirst(name) && !/^\w+Hypothesis$/.test(name);
    assert.equal(wants, needs, name);
  }
});

/** Names up to a comma or a dot are exports. */
const owner = (name) => name.split(/[,.]/)[0];
const all = Object.entries({ ...calls, ...memberCalls, ...namespaceCalls });

test("medians, quantiles, counts, frequent items, learned thresholds, tables and ledgers need the first only", async (t) => {
  const read = t.mock.method(fs, "readFileSync");
  await logstar.load();
  const first = all.filter(([name]) => inFirst(owner(name)) && !namespaces.includes(owner(name)));
  assert.ok(first.length > 30, `${first.length}`);
  for (const [name, { of, args }] of first) {
    of(...args());
    assert.equal(read.mock.callCount(), 0, name);
  }
  const [[, { of, args }]] = Object.entries(calls).filter(([name]) => name === "learnPoint");
  for (const repeated of [1, 2]) {
    assert.doesNotThrow(() => of(...args()));
    assert.equal(read.mock.callCount(), 1, `once, and not ${repeated} times`);
  }
  assert.match(`${read.mock.calls[0].arguments[0]}`, /logstar-second\.wasm$/);
});

/** What a program prints where no file can be read without waiting, as in a page. */
function asInAPage(code) {
  const program = `
    import { readFileSync } from "node:fs";
    process.getBuiltinModule = undefined;
    const dist = ${JSON.stringify(`${dist}/`)};
    const wasm = readFileSync(dist + "logstar.wasm");
    const second = readFileSync(dist + "logstar-second.wasm");
    const { load, call } = await import(dist + "core/load.js");
    const refused = async (run) => {
      try { await run(); return "not refused"; } catch ({ name, message }) { return name + ": " + message; }
    };
    ${code}`;
  return execFileSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
  });
}

test("in a page what is imported after load() is refused by name until load() is called again, and nothing is spent", () => {
  const printed = asInAPage(`
    await load({ wasm });
    const { Ledger } = await import(dist + "ledger/ledger.js");
    const { laplaceCount } = await import(dist + "selection/laplace-count.js");
    const ledger = new Ledger({ epsilon: 10 });
    laplaceCount(5, { epsilon: 1, ledger });
    const { AboveThreshold } = await import(dist + "streams/above-threshold.js");
    const ask = () => new AboveThreshold({ threshold: 10, epsilon: 1, ledger });
    console.log(await refused(ask), ledger.spent.epsilon);
    console.log(await refused(() => load()), ledger.spent.epsilon);
    await load({ second });
    console.log(typeof ask().ask(1000), ledger.spent.epsilon);
  `);
  const [late, elsewhere, answer] = printed.trimEnd().split("\n");
  assert.equal(
    late,
    "Error: claimAboveThreshold is in logstar-second.wasm, which was not loaded: await load() after importing what needs it 1",
  );
  assert.equal(
    elsewhere,
    "Error: logstar-second.wasm was not found where it usually is: give it as `second` 1",
  );
  assert.match(answer, /^\w+ 2$/);
});

test("in a page load() brings both when what needs the second was imported before", () => {
  const printed = asInAPage(`
    await import(dist + "learning/point.js");
    console.log(await refused(() => load({ wasm })));
    await load({ wasm, second });
    console.log(Object.keys(call("pointPlans", { epsilon: 1, delta: 1e-6, accuracy: 0.1, neighbors: "add-remove", confidence: 0.9 })).length > 0);
  `);
  assert.match(printed, /^Error: logstar-second\.wasm was not found[^\n]*\ntrue\n$/);
});

test("a page that shut itself off gives the worker both, or hears which is missing", () => {
  const printed = asInAPage(`
    const { connect } = await import(dist + "worker.js");
    const worker = () => ({ addEventListener() {}, postMessage() {}, terminate() {} });
    console.log(await refused(() => connect({ wasm, worker })));
  `);
  assert.match(printed, /^Error: logstar-second\.wasm was not found[^\n]*\n$/);
});

test("a second module of another build is refused", async () => {
  const other = readFileSync(join(dist, "logstar-second.wasm"));
  other[other.length - 1] ^= 1; // of the mark by which they know each other
  const { load } = await import("../../dist/core/load.js?other");
  await assert.rejects(load({ second: other }), {
    message: "this second .wasm is not the one of this version of logstar",
  });
  await load();
});
