// Pages of one browser that query the same data: a second tab, a page after a reload, a page that missed
// messages.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBrowser, visitPage } from "../page.mjs";
import {
  askMedian,
  budgetSays,
  epsilonLeft,
  openFile,
  openTab,
  readStep,
  ready,
  release,
  sayWhose,
  setEpsilon,
  startAnother,
  typeConfirmation,
  visitsFile,
} from "../visitor.mjs";

let session;

before(async () => {
  session = await startBrowser();
});

after(() => session?.close());

const visit = (use) => visitPage(session, use);

const select = (page, id, label) =>
  page.locator(`#panel-${id} .field:has(label:text-is("${label}")) select`);

/** This page receives no messages of other tabs, like a page that was asleep. */
async function deafPage(context) {
  const page = await context.newPage();
  await page.addInitScript(() => {
    globalThis.BroadcastChannel = class extends EventTarget {
      postMessage() {}
    };
  });
  await page.goto(session.url);
  await ready(page);
  return page;
}

test("the ledger resumes after a reload and in a second tab, under its name, until it ends", () =>
  visit(async (page, context) => {
    await openFile(page, visitsFile(), { person: "person", name: "Visits of 2026" });
    await select(page, "interior", "Column").selectOption("minutes");
    await setEpsilon(page, "interior", 0.5);
    await release(page, "interior");
    assert.equal(await epsilonLeft(page), 1.5);

    await page.reload();
    await ready(page);
    await page.setInputFiles("#file", visitsFile("other name.csv"));
    await readStep(page);
    await page.getByLabel("Call these people").fill("Visits of 2026");
    await page.getByText("epsilon 1.5 of 2 is left").waitFor();
    await sayWhose(page, { person: "person" });
    await page.waitForFunction(() => document.querySelector("#budget").textContent.includes("1.5"));

    const second = await context.newPage();
    await second.goto(session.url);
    await ready(second);
    await openFile(second, visitsFile(), { person: "person", name: "Visits of 2026" });
    assert.equal(await epsilonLeft(second), 1.5);
    await select(second, "interior", "Column").selectOption("minutes");
    await setEpsilon(second, "interior", 1);
    await release(second, "interior");
    await page.waitForFunction(() =>
      document.querySelector("#budget").textContent.includes("0.5 "),
    );
    await select(page, "interior", "Column").selectOption("minutes");
    await setEpsilon(page, "interior", 1);
    assert.match(await release(page, "interior"), /The ledger rejects this question/);
    await second.close();

    await page.setInputFiles("#file", visitsFile());
    await sayWhose(page, { name: "Visits of 2026" });
    await page.getByText(/in the ledger of this name a person is a column/).waitFor();
    await page.getByRole("button", { name: "Do not open it" }).click();

    await openTab(page, "ledger");
    await page.getByText("“Visits of 2026”, kept in this browser").waitFor();
    await page.getByRole("button", { name: "End the ledger Visits of 2026" }).click();
    await typeConfirmation(page.locator("form.ending:not([hidden])"));
    await page.getByRole("button", { name: "End “Visits of 2026” for good" }).click();
    await page.waitForFunction(() =>
      document.querySelector("#data-summary").textContent.startsWith("Flights"),
    );
    await page.waitForFunction(
      () => !document.querySelector("ul.kept").textContent.includes("Visits of 2026"),
    );
  }));

test("two tabs that query at once do not spend one budget twice", () =>
  visit(async (page, context) => {
    const second = await context.newPage();
    await second.goto(session.url);
    await ready(second);
    for (const tab of [page, second]) {
      await openFile(tab, visitsFile(), { person: "person" });
      await select(tab, "interior", "Column").selectOption("minutes");
      await setEpsilon(tab, "interior", 1.5);
    }
    const texts = await Promise.all([release(page, "interior"), release(second, "interior")]);
    assert.equal(texts.filter((text) => /Spent: epsilon 1\.5/.test(text)).length, 1, texts.join());
    // The other page has also called the ledger, or learns of the spent loss just before.
    const none =
      /The ledger rejects this question|ledger changed before the draw; the question spent nothing\./;
    assert.equal(texts.filter((text) => none.test(text)).length, 1, texts.join());
    await second.close();
  }));

test("a confirmation holds for the sum shown: it is void if another tab spends meanwhile", () =>
  visit(async (page, context) => {
    const other = await deafPage(context);
    await openFile(other, visitsFile(), { person: "person" });
    await openFile(page, visitsFile(), { person: "person" });
    await askMedian(page, 0.5);
    await startAnother(other);
    await other.getByText(/another tab spent something meanwhile/).waitFor();
    await other.getByText("epsilon 0.5 is spent already").waitFor();
    await budgetSays(other, "1.5 of 2");
    assert.equal(await other.locator("#panel-ledger .former details").count(), 0);
    await other.close();
  }));

// Cause: a tab compared only heads to see whether another tab had changed something, and two ledgers without
// entries have the same head.
test("a tab that missed the start of another ledger still shows what was spent before", () =>
  visit(async (page, context) => {
    const other = await deafPage(context);
    await openFile(other, visitsFile(), { person: "person" });
    await openFile(page, visitsFile(), { person: "person" });
    await askMedian(page, 0.5);
    await startAnother(page);
    await budgetSays(page, "2 of 2, and 0.5 spent before");
    await askMedian(other, 0.2);
    await budgetSays(other, "1.8 of 2, and 0.5 spent before");
    await page.reload();
    await ready(page);
    await openFile(page, visitsFile(), { person: "person" });
    await budgetSays(page, "1.8 of 2, and 0.5 spent before");
    await other.close();
  }));

test("a page restored from the history shows what was spent meanwhile", () =>
  visit(async (page, context) => {
    const other = await deafPage(context);
    await askMedian(page, 0.5);
    assert.equal(await epsilonLeft(other), 1.8);
    await other.evaluate(() =>
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })),
    );
    await budgetSays(other, "1.3 of 2");
    await other.close();
  }));
