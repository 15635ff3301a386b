// A million rows of texts, dates and money: the thread that draws the page never holds them, and no task of it
// takes 50 ms of its processor's time. Their time on the clock, which other programs lengthen, is printed.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openPage, startBrowser } from "../page.mjs";
import { tasksIn } from "../tasks-in-trace.mjs";
import { choose, openFile, release, setEpsilon } from "../visitor.mjs";

const rows = 1_000_000;
const towns = ["Oslo", "Bergen", "Hamar", "Tromsø", "Bodø"];
let folder;
let path;
let session;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "logstar-frames-"));
  path = join(folder, "million.csv");
  const lines = ["person,joined,pay,town"];
  for (let row = 0; row < rows; ++row) {
    const day = String(1 + (row % 28)).padStart(2, "0");
    const pay = `"$${20 + ((row * 7919) % 60)},${100 + (row % 900)}.50"`;
    lines.push(`p${row >> 1},2025-03-${day},${pay},${towns[row % 5]}`);
  }
  writeFileSync(path, `${lines.join("\n")}\n`);
  session = await startBrowser();
});

after(async () => {
  await session?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** In the page: the longest list or text that it sends to a worker, or hears from one. */
const watchMessages = () => {
  globalThis.most = { size: 0 };
  const sizeOf = (value) => {
    if (typeof value === "string") return value.length;
    if (typeof value !== "object" || value === null) return 0;
    if (ArrayBuffer.isView(value)) return value.length;
    if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return 0;
    const parts = Object.values(value);
    return parts.map(sizeOf).reduce((one, other) => Math.max(one, other), parts.length);
  };
  const weigh = (message) => {
    const size = sizeOf(message);
    if (size > globalThis.most.size)
      globalThis.most = { size, what: JSON.stringify(message).slice(0, 200) };
  };
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...rest) {
    this.addEventListener("message", ({ data }) => weigh(data), { once: true });
    weigh(message);
    return postMessage.call(this, message, ...rest);
  };
};

/** The first slice is asked for its median, and the second for its most common towns. */
async function askTheSecondSlice(page) {
  const second = page.locator(".slice").nth(1);
  await second.getByLabel("Ask them for").selectOption("common");
  await second.getByLabel("of which column?").locator("visible=true").selectOption("town");
}

test("from the choice of a file to the answers, the page's thread holds no rows and is never busy for 50 ms", {
  timeout: 300_000,
}, async (t) => {
  const { context, page, problems } = await openPage(session, { path: "#/data" });
  page.setDefaultTimeout(240_000); // to read a million rows
  await page.waitForLoadState("networkidle");
  await page.evaluate(watchMessages);
  const trace = join(folder, "trace.json");
  const categories = ["toplevel", "devtools.timeline"];
  await session.browser.startTracing(page, { path: trace, categories });
  await openFile(page, path, { name: "million", person: "person" });
  for (const id of ["typical", "groups", "common", "count", "dist", "slices"]) {
    await choose(page, id);
    if (id === "typical") await page.getByLabel("Of which column?").selectOption("pay");
    if (id === "dist") await page.getByLabel("How?").selectOption("deciles");
    if (id === "groups") await page.getByLabel("For each").selectOption("town");
    if (id === "common") await page.getByLabel("Of which column?").selectOption("town");
    if (id === "slices") await askTheSecondSlice(page);
    await setEpsilon(page, 0.2);
    await release(page);
    assert.equal(await page.evaluate(() => location.hash), `#/answer/${id}`);
  }
  await session.browser.stopTracing();
  const most = await page.evaluate(() => globalThis.most);
  assert.ok(most.size > 0 && most.size < 10_000, most.what);
  const tasks = tasksIn(trace);
  const longest = Math.max(...tasks.map(({ clock }) => clock));
  t.diagnostic(
    `${tasks.length} tasks; at most ${tasks[0].processor.toFixed(1)} ms of processor time, ${longest.toFixed(0)} ms on the clock`,
  );
  assert.ok(tasks.length > 1000, "control: the trace has the page's tasks");
  assert.ok(tasks[0].processor < 50, `${tasks[0].processor}`);
  assert.deepEqual(problems, []);
  await context.close();
});

test("control: a list of a column's length is seen, and so is a long task", async () => {
  const { context, page } = await openPage(session);
  await page.evaluate(watchMessages);
  const trace = join(folder, "control.json");
  await session.browser.startTracing(page, { path: trace, categories: ["toplevel"] });
  await page.evaluate(() => {
    const idle = new Worker(URL.createObjectURL(new Blob([""])));
    idle.postMessage({ values: Array.from({ length: 20_000 }, () => 1) });
    idle.terminate();
    globalThis.sum = 0; // work, not time: a busy machine gives little of it
    for (let i = 0; i < 3e8; ++i) globalThis.sum += i % 7;
  });
  await page.evaluate(() => {}); // a later task: the long one has ended, and is in the trace
  await session.browser.stopTracing();
  assert.equal(await page.evaluate(() => globalThis.most.size), 20_000);
  assert.ok(tasksIn(trace)[0].processor > 50);
  await context.close();
});
