// The worker from the caller's side: its data, its time, its end.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { connect, integers, WorkerStopped } from "../../../dist/worker.js";

const options = { domain: integers(0, 1000), epsilon: 20 };
let logstar;

before(async () => {
  logstar = await connect();
});
after(() => logstar.dispose());

test("typed arrays stay the caller's, or are moved on request", async () => {
  const values = new Float64Array(1000).fill(7);
  assert.equal((await logstar.median(values, options)).value, 7);
  assert.equal(values.length, 1000);
  assert.equal((await logstar.median(values, { ...options, transfer: true })).value, 7);
  assert.equal(values.length, 0);
  await assert.rejects(logstar.median(values, options), {
    name: "TypeError",
    message: /values must not lie in a detached buffer/,
  });
});

test("columns of an options object are moved too, and a part of a buffer is copied without its surroundings", async () => {
  const whole = new Float64Array(2000).fill(3);
  const y = new Uint8Array(1000).fill(1);
  const x = whole.subarray(1000);
  await logstar.learnThreshold({ x, y, ...options, transfer: true });
  assert.equal(whole.length, 2000);
  assert.equal(y.length, 0);
  const shared = new Float64Array(new SharedArrayBuffer(800)).fill(9);
  assert.equal((await logstar.median(shared, { ...options, transfer: true })).value, 9);
});

test("a call uses its arguments at the moment of the call, also if it has to wait", async () => {
  const values = new Float64Array(1000).fill(7);
  const list = Array(1000).fill(7);
  const moved = new Float64Array(1000).fill(7);
  const first = logstar.median(new Float64Array(1e6), { epsilon: 1 });
  const waiting = [values, list].map((data) => logstar.median(data, options));
  const last = logstar.median(moved, { ...options, transfer: true });
  values.fill(900);
  list.fill(900);
  assert.equal(moved.length, 0);
  await first;
  for (const call of [...waiting, last]) assert.equal((await call).value, 7);
});

test("progress is reported stage by stage, in order", async () => {
  const ledger = await new logstar.Ledger({ epsilon: 99 });
  const heard = [];
  const onProgress = (progress) => heard.push(progress);
  await logstar.median([1, 2], { ...options, onProgress, ledger });
  const stages = ["sent", "received", "charged", "computing", "done"];
  assert.deepEqual(
    heard.splice(0),
    stages.map((stage, i) => ({ stage, step: i + 1, steps: 5 })),
  );
  await logstar.topK(["a"], { k: 1, epsilon: 1, delta: 1e-6, onProgress });
  assert.deepEqual(
    heard.map(({ stage, step, steps }) => `${stage} ${step}/${steps}`),
    ["sent 1/4", "received 2/4", "computing 3/4", "done 4/4"],
  );
});

test("the caller's side stays responsive while the worker processes 10,000,000 values", async () => {
  const values = new Float64Array(1e7).map((_, i) => i % 1000);
  let [ticks, longest, last] = [0, 0, performance.now()];
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    ++ticks;
  }, 5);
  const start = performance.now();
  await logstar.quantiles(values, [0.25, 0.5, 0.75], { ...options, transfer: true });
  const total = performance.now() - start;
  clearInterval(timer);
  assert.ok(ticks >= 10 && longest < total / 2, `${ticks} ticks, ${longest} of ${total} ms`);
});

// Developer tools and browser extensions post messages to every listener.
test("foreign messages are ignored, on either side", async () => {
  const thread = new URL("../../../dist/worker-thread.js", import.meta.url);
  const code = `
    import { parentPort } from "node:worker_threads";
    import ${JSON.stringify(thread.href)};
    for (const news of ["ready", null, { result: 5 }]) parentPort.postMessage(news);
    parentPort.on("message", () => parentPort.postMessage({ error: {} }));`;
  const worker = () => {
    const url = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
    const made = new Worker(url);
    for (const news of ["hello", null, { verb: "run" }, ["run"]]) made.postMessage(news);
    return made;
  };
  const other = await connect({ worker });
  assert.equal((await other.median([7, 7, 7], options)).value, 7);
  other.dispose();
});

test("after dispose() every call is rejected, pending ones too", async () => {
  const other = await connect();
  const pending = other.median(new Float64Array(1e6), { epsilon: 1 });
  const waiting = other.median([1], { epsilon: 1 });
  const watch = other.AboveThreshold({ threshold: 1, epsilon: 1 });
  other.dispose();
  other.dispose();
  for (const call of [pending, waiting, watch, other.median([1], { epsilon: 1 })]) {
    await assert.rejects(call, WorkerStopped);
  }
});

const script = (end) => `
  import { connect } from ${JSON.stringify(new URL("../../../dist/worker.js", import.meta.url).href)};
  const logstar = await connect();
  const answer = logstar.median(new Float64Array(2e6).fill(4), { epsilon: 1 });
  answer.then(({ record }) => console.log(record.epsilon));
  ${end}
`;

test("a script ends if nothing is pending, disposed of or not", async () => {
  for (const end of ["", "await answer; logstar.dispose();"]) {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--input-type=module", "-e", script(end)],
      { timeout: 20_000 },
    );
    assert.equal(stdout, "1\n");
  }
});
