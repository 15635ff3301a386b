// A sealed page and its workers send nothing. The host's log is the evidence.
import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { sealedPage, settle } from "./page.mjs";
import {
  choose,
  openFile,
  openSample,
  ownPicture,
  questions,
  release,
  salaries,
} from "./visitor.mjs";
import { session } from "./visitors.mjs";
import { tryAllWays } from "./ways-out.mjs";

const leaks = (requests) =>
  requests.filter((line) => line.includes("leak?")).map((line) => line.split("leak?")[1]);

suite("a sealed page, in all of its life", () => {
  let opened;
  const seen = [];

  before(async () => {
    opened = await sealedPage(session);
    opened.context.on("request", (request) => {
      if (!request.url().startsWith("blob:")) seen.push(request.url());
    });
  });

  after(() => opened?.context.close());

  /** The host's requests so far, after waiting for pending ones. */
  const asked = async () => {
    await settle(opened.page, session.server);
    return session.server.requests;
  };

  test("the page sends no request while data are loaded and analysed, with any question", async () => {
    const { page, problems } = opened;
    await openSample(page, "penguins");
    for (const id of questions) {
      await choose(page, id);
      if ((await page.locator("#go:visible").count()) === 0) continue;
      await release(page);
      await ownPicture(page);
    }
    await openFile(page, salaries);
    await choose(page, "typical");
    await release(page);
    assert.deepEqual(await asked(), []);
    assert.deepEqual(seen, []);
    assert.deepEqual(problems, []);
  });

  test("the seal explains itself and shows what it blocks", async () => {
    const { page } = opened;
    await page.getByRole("button", { name: /^Sealed/ }).click();
    assert.match(await page.getByRole("dialog").innerText(), /This page is sealed/);
    await page.getByRole("button", { name: "Try to send something" }).click();
    await page.waitForSelector(".attempts li:nth-child(6)");
    const attempts = await page.locator(".attempts li").allInnerTexts();
    assert.equal(attempts.length, 6);
    for (const attempt of attempts) assert.match(attempt, /: refused by the browser$/);
    assert.deepEqual(session.server.requests, []);
    await page.keyboard.press("Escape");
    assert.equal(await page.getByRole("dialog").isVisible(), false);
  });

  test("every way out of the workers is blocked", async () => {
    assert.equal(opened.page.workers().length, 2, "the data's and logstar's");
    for (const worker of opened.page.workers()) {
      const ways = await worker.evaluate(tryAllWays, { base: session.url, inPage: false });
      assert.ok(ways.length >= 6);
    }
    assert.deepEqual(await asked(), []);
  });

  test("every way out of the page is blocked", async () => {
    const ways = await opened.page.evaluate(tryAllWays, { base: session.url, inPage: true });
    assert.ok(ways.length >= 16);
    assert.deepEqual(await asked(), []);
  });
});

test("control: without a policy the log shows each of these ways, also from the worker", async () => {
  const context = await session.browser.newContext();
  const page = await context.newPage();
  session.server.extra.set("/control.html", "<!doctype html><title>control</title><body></body>");
  await page.goto(`${session.url}control.html`);
  session.server.requests.length = 0;
  const ways = await page.evaluate(tryAllWays, { base: session.url, inPage: true });
  await settle(page, session.server);
  assert.deepEqual([...new Set(leaks(session.server.requests))].toSorted(), ways.toSorted());
  await page.goto(`${session.url}control.html`); // without the frames of before
  session.server.requests.length = 0;
  const started = page.waitForEvent("worker");
  await page.evaluate(() => {
    globalThis.kept = new Worker(
      URL.createObjectURL(new Blob(["0"], { type: "text/javascript" })),
      { type: "module" },
    );
  });
  const fromWorker = await (await started).evaluate(tryAllWays, {
    base: session.url,
    inPage: false,
  });
  await settle(page, session.server);
  assert.deepEqual([...new Set(leaks(session.server.requests))].toSorted(), fromWorker.toSorted());
  await context.close();
});

/** In the page, from its start: counts what reads a file, and the threads. */
const watchReading = () => {
  globalThis.readings = 0;
  const counted = (owner, name) => {
    const before = owner[name];
    owner[name] = function (...args) {
      globalThis.readings += 1;
      return before.apply(this, args);
    };
  };
  for (const name of ["arrayBuffer", "slice", "stream", "text"]) counted(Blob.prototype, name);
  for (const name of ["readAsArrayBuffer", "readAsText"]) counted(FileReader.prototype, name);
  counted(Worker.prototype, "postMessage");
};

test("the page reads nothing of a file before it is sealed, and asks for the same whatever the file is", async () => {
  const asked = [];
  for (const file of [salaries, { ...salaries, name: "pay.xlsx" }]) {
    const context = await session.browser.newContext({ serviceWorkers: "block" });
    const page = await context.newPage();
    await page.addInitScript(watchReading);
    const requests = [];
    page.on("request", (request) => {
      if (!request.url().startsWith("blob:")) requests.push(request.url());
    });
    let free = () => {};
    const held = new Promise((done) => {
      free = done;
    });
    await page.route("**/*.wasm", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(session.url);
    await page.waitForSelector("html[data-ready=true]");
    await page.setInputFiles("#file", file);
    await page.waitForSelector("#page-wait:not([hidden])");
    await page.waitForTimeout(200);
    assert.equal(await page.evaluate(() => globalThis.readings), 0);
    assert.equal(page.workers().length, 0);
    assert.equal(await page.locator("meta[http-equiv]").count(), 1);
    free();
    await page.waitForSelector("#read:not([hidden]), #page-error:not([hidden])");
    assert.equal(await page.locator("meta[http-equiv]").count(), 2);
    assert.ok((await page.evaluate(() => globalThis.readings)) > 0, "control");
    asked.push(requests.toSorted());
    await context.close();
  }
  assert.deepEqual(asked[0], asked[1]);
});

test("the first policy stands before everything that the page loads, and from then on only its own host is asked", async () => {
  const context = await session.browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto(session.url);
  await page.waitForSelector("html[data-ready=true]");
  const { before, policy } = await page.evaluate(() => {
    const all = [...document.querySelectorAll("*")];
    const meta = document.querySelector("meta[http-equiv=Content-Security-Policy]");
    const first = all.findIndex((one) => one.matches("[src], [href], script, style"));
    return { before: first - all.indexOf(meta), policy: meta.content };
  });
  assert.ok(before > 0, `${before}`);
  const sources = policy.split("; ").map((rule) => rule.split(" "));
  assert.deepEqual(sources[0], ["default-src", "'none'"]);
  const places = sources.flatMap(([, ...all]) => all).filter((one) => !/^'/.test(one));
  assert.deepEqual([...new Set(places)].toSorted(), ["blob:", "data:"]);
  await context.close();
});
