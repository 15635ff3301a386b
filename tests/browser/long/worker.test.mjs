// logstar/worker in Chromium, as plain modules under a strict policy.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { startChromium } from "../chromium.mjs";
import { serveFolder } from "../static-site.mjs";

const dist = fileURLToPath(new URL("../../../dist", import.meta.url));
let site;
let browser;

before(async () => {
  site = await serveFolder(dist);
  browser = await startChromium();
});
after(async () => {
  await browser?.close();
  await site?.close();
});

/** Opens an empty page of the site, and logs its requests and console errors. */
async function openPage(url = site.url) {
  const page = await (await browser.newContext()).newPage();
  const requests = [];
  const problems = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  await page.goto(url);
  return { page, requests, problems };
}

test("control: the policy of these tests forbids eval, in workers too", async () => {
  const { page } = await openPage();
  const outcome = await page.evaluate(() => {
    const code = "try { postMessage(eval('1')); } catch (error) { postMessage(error.name); }";
    const worker = new Worker(URL.createObjectURL(new Blob([code])));
    return new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(data);
    });
  });
  assert.equal(outcome, "EvalError");
});

test("answers, rules and errors come from a module worker", async () => {
  const { page, problems } = await openPage();
  const seen = await page.evaluate(async () => {
    const { connect, dates, integers, BudgetExceeded, ThresholdHypothesis } = await import(
      "/worker.js"
    );
    const logstar = await connect();
    const ledger = await new logstar.Ledger({ epsilon: 21, delta: 1e-5 });
    const values = Float64Array.from({ length: 3000 }, (_, i) => i % 100);
    const median = await logstar.median(values, { epsilon: 1, ledger, domain: integers(0, 99) });
    const day = await logstar.median([new Date(864e5)], { epsilon: 20, domain: dates(0, 864e5) });
    const top = await logstar.topK(Array(900).fill("Oslo"), { k: 1, epsilon: 1, delta: 1e-6 });
    const { value: rule } = await logstar.learnThreshold({
      ...{ x: values, y: values.map((value) => (value < 50 ? 1 : 0)) },
      ...{ epsilon: 5, domain: integers(0, 99) },
    });
    const refusal = await logstar.median([1], { epsilon: 90, ledger }).catch((error) => error);
    const spent = ledger.spent;
    logstar.dispose();
    return {
      median: median.value,
      mechanism: median.record.mechanism,
      isDate: day.value instanceof Date,
      items: top.items,
      label: rule instanceof ThresholdHypothesis && rule.predict(3),
      refusal: [refusal instanceof BudgetExceeded, refusal.asked, refusal.left],
      spent,
      length: values.length,
    };
  });
  assert.ok(Math.abs(seen.median - 50) < 10, `${seen.median}`);
  assert.deepEqual(
    { ...seen, median: 0 },
    {
      median: 0,
      mechanism: "median by the exponential mechanism",
      isDate: true,
      items: [{ item: "Oslo" }],
      label: 1,
      refusal: [true, { epsilon: 90, delta: 0 }, { epsilon: 20, delta: 1e-5 }],
      spent: { epsilon: 1, delta: 0 },
      length: 3000,
    },
  );
  assert.deepEqual(problems, []);
});

test("a long call leaves the page responsive, can be cancelled, and stays charged", async () => {
  const { page, problems } = await openPage();
  const seen = await page.evaluate(async () => {
    const { connect } = await import("/worker.js");
    const logstar = await connect();
    const ledger = await new logstar.Ledger({ epsilon: 1 });
    const values = new Float64Array(1e7).map((_, i) => i);
    const controller = new AbortController();
    const stages = [];
    const error = await logstar
      .median(values, {
        ...{ epsilon: 0.25, ledger, signal: controller.signal },
        onProgress: ({ stage }) => {
          stages.push(stage);
          if (stage === "computing") setTimeout(() => controller.abort(), 20);
        },
      })
      .catch((reason) => reason.name);
    const kept = values.length;
    let [ticks, longest, last] = [0, 0, performance.now()];
    const timer = setInterval(() => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      ++ticks;
    }, 5);
    const start = performance.now();
    const asked = { epsilon: 0.25, ledger, transfer: true };
    await logstar.quantiles(values, [0.25, 0.5], asked);
    const total = performance.now() - start;
    clearInterval(timer);
    return {
      ...{ stages, error, kept, ticks, longest, total },
      ...{ moved: values.length, spent: ledger.spent.epsilon },
    };
  });
  assert.deepEqual(seen.stages, ["sent", "received", "charged", "computing"]);
  assert.equal(seen.error, "AbortError");
  assert.deepEqual([seen.kept, seen.moved], [1e7, 0]);
  assert.equal(seen.spent, 0.5);
  assert.ok(seen.ticks >= 10 && seen.longest < seen.total / 2, JSON.stringify(seen));
  assert.deepEqual(problems, []);
});

test("a sealed page starts the worker from a blob, also after a cancelled call, and sends no request", async () => {
  const { page, requests } = await openPage();
  await page.evaluate(async () => {
    const get = async (name) => (await fetch(name)).arrayBuffer();
    const names = ["/worker-inline.js", "/logstar.wasm"];
    const [script, wasm] = await Promise.all(names.map(get));
    const { connect } = await import("/worker.js");
    const seal = document.createElement("meta");
    seal.httpEquiv = "Content-Security-Policy";
    seal.content = "connect-src 'none'";
    document.head.append(seal);
    const blob = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    globalThis.logstar = await connect({ wasm, worker: () => new Worker(blob) });
    globalThis.probe = () =>
      new Promise((resolve) => {
        const code = `fetch(${JSON.stringify(`${location.origin}/version.js`)})
          .then(() => postMessage("sent"), () => postMessage("refused"))`;
        const other = new Worker(URL.createObjectURL(new Blob([code])));
        other.onmessage = ({ data }) => resolve(data);
      });
  });
  const before = requests.length;
  const seen = await page.evaluate(async () => {
    const values = new Float64Array(3e6).map((_, i) => i);
    const controller = new AbortController();
    const error = await globalThis.logstar
      .median(values, {
        ...{ epsilon: 1, signal: controller.signal },
        onProgress: ({ stage }) => stage === "computing" && controller.abort(),
      })
      .catch((reason) => reason.name);
    // At 0.95 one in a hundred medians may be any value on these data.
    const surely = { epsilon: 1, confidence: 1 - 1e-9 };
    const { value, record } = await globalThis.logstar.median(values, surely);
    const here = await fetch("/version.js").catch(() => "refused");
    const off = Math.abs(value - 1.5e6) / record.accuracy.error;
    return { error, off, here, there: await globalThis.probe() };
  });
  assert.equal(seen.error, "AbortError");
  assert.ok(seen.off <= 1, `${seen.off} of what was promised`);
  assert.deepEqual([seen.here, seen.there], ["refused", "refused"]);
  const made = requests.slice(before).filter((url) => !url.startsWith("blob:"));
  assert.deepEqual(made, []);
});
