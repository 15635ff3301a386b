// Ledgers that an earlier version of the page kept stay spent, and a charge is kept before its answer is drawn.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { count as countUsers, Ledger, load, SliceSession } from "../../../dist/index.js";
import { openDrawer } from "../drawer.mjs";
import {
  askMedian,
  canAsk,
  choose,
  epsilonLeft,
  epsilonLeftIs,
  follow,
  openFile,
  ready,
  setEpsilon,
  visitsFile,
} from "../visitor.mjs";
import { session, visit } from "../visitors.mjs";

before(() => load());

const name = "Visits of 2026";
const whose = { person: "person", name };

/** What the earlier version kept of a ledger that has spent these. */
function oldOf(...spent) {
  const ledger = new Ledger({ epsilon: 2, delta: 1e-5, unit: "user" });
  const users = Array.from({ length: 50 }, (_, i) => `p${i}`);
  for (const epsilon of spent) countUsers({ users }, { epsilon, ledger });
  const { head, count, ...early } = ledger.toJSON(); // before ledgers had heads
  return JSON.parse(JSON.stringify({ ledger: early, former: [], answers: [], written: "x" }));
}

/** In the page: keeps something under a name as the earlier version did. */
const keepOld = (page, kept) =>
  page.evaluate(
    ([name, kept]) =>
      new Promise((resolve, reject) => {
        const asked = indexedDB.open("logstar", 1);
        asked.onupgradeneeded = () => asked.result.createObjectStore("ledgers");
        asked.onerror = () => reject(asked.error);
        asked.onsuccess = () => {
          const transaction = asked.result.transaction("ledgers", "readwrite");
          transaction.objectStore("ledgers").put(kept, name);
          transaction.oncomplete = () => {
            asked.result.close();
            resolve();
          };
        };
      }),
    [name, kept],
  );

test("what an earlier version of the page has kept stays spent, and is spent further", () =>
  visit(async (page) => {
    await keepOld(page, oldOf(1, 0.2));
    await page.reload();
    await ready(page);
    await follow(page, "#/data");
    await page.locator(".known").getByText(name).waitFor();
    await openFile(page, visitsFile(), whose);
    await choose(page, "typical");
    await epsilonLeftIs(page, 0.8);
    await askMedian(page, 0.4);
    assert.equal(await epsilonLeft(page), 0.4);
    await page.reload();
    await ready(page);
    await openFile(page, visitsFile(), whose);
    await choose(page, "typical");
    await epsilonLeftIs(page, 0.4);
  }));

/** Medians of slices of one column, as the page kept them when it asked for nothing else. */
function oldSlices() {
  const values = Float64Array.from({ length: 3000 }, (_, i) => i);
  const terms = { slices: 2, compute: { epsilon: 1 }, delta: 1e-6 };
  const cuts = new SliceSession(values, terms);
  const { record } = cuts.median(cuts.slice({ length: 1000, from: "low" }));
  const released = { column: "hours", from: "low", length: 1000, medians: [1.5, null] };
  return JSON.parse(JSON.stringify({ question: "slices", released, record }));
}

test("slices that an earlier version of the page has kept are shown in words", () =>
  visit(async (page) => {
    await keepOld(page, { ...oldOf(1), answers: [oldSlices()] });
    await openFile(page, visitsFile(), whose);
    await follow(page, "#/answer/slices");
    const card = page.locator("#answer .answer");
    await card.getByText("the lowest 1,000 by hours").waitFor();
    const [text] = (await card.innerText()).split("Details, and all that leaves");
    assert.match(text, /the next lowest 1,000 by hours\nthe middle of hours/);
    assert.match(text, /too few to say/);
    assert.doesNotMatch(text, /[{}"]/);
    const sheet = await page.locator("#release-sheet pre").textContent();
    assert.equal(sheet, "column: hours\nfrom: low\nlength: 1000\nmedians: (1.5, null)");
    assert.match(
      await openDrawer(page).then(() => page.locator("#ledger").innerText()),
      /Slices by hours/,
    );
  }));

test("a tab with the earlier version that spends meanwhile gives no budget back", () =>
  visit(async (page) => {
    await keepOld(page, oldOf(1));
    await openFile(page, visitsFile(), whose);
    await askMedian(page, 0.4);
    await keepOld(page, oldOf(1, 0.8)); // it goes on from what it had
    await page.reload();
    await ready(page);
    await openFile(page, visitsFile(), whose);
    await choose(page, "typical");
    await epsilonLeftIs(page, 0.6);
    await openDrawer(page); // it shows that ledger as put aside
    const aside = page.getByText(/^epsilon 1\.8: if it was about the same people/);
    await aside.waitFor({ state: "attached" });
  }));

test("the charge is in the store before the answer is drawn, and outlives a tab that is closed then", () =>
  visit(async (page, context) => {
    await openFile(page, visitsFile(), whose);
    await choose(page, "typical");
    await setEpsilon(page, 0.4);
    // From now on the thread that draws does not hear that its charge was written.
    await page.evaluate(() => {
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (message, ...rest) {
        if (message?.logstar?.[0] === "resume") globalThis.isPaid = true;
        else post.call(this, message, ...rest);
      };
    });
    await canAsk(page);
    await page.locator("#go").click();
    await page.waitForFunction(() => globalThis.isPaid);
    await page.close();
    const second = await context.newPage();
    await second.goto(session.url);
    await ready(second);
    await openFile(second, visitsFile(), whose);
    await choose(second, "typical");
    await epsilonLeftIs(second, 1.6);
  }));
