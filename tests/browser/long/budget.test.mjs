// The budget of a name: it outlives the page, and two tabs share it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { closeDrawer, openDrawer } from "../drawer.mjs";
import { shows } from "../shown.mjs";
import {
  askMedian,
  atOnce,
  backTo,
  canAsk,
  choose,
  epsilonLeft,
  epsilonLeftIs,
  openFile,
  openSample,
  readStep,
  ready,
  release,
  salaries,
  sayWhose,
  setEpsilon,
  visitsFile,
} from "../visitor.mjs";
import { session, visit } from "../visitors.mjs";

const visits = { person: "person" };

test("the budget resumes after a reload and in a second tab, under its name", () =>
  visit(async (page, context) => {
    await openFile(page, visitsFile(), { ...visits, name: "Visits of 2026" });
    await askMedian(page, 0.4);
    assert.equal(await epsilonLeft(page), 1.6);
    const value = await page.locator("#answer .value").innerText();

    // The data are gone, and their answer is kept: nothing is drawn again.
    await page.reload();
    await ready(page);
    assert.equal(await page.locator("#answer .value").innerText(), value);
    await page.getByRole("link", { name: "Open the file again to ask more" }).click();
    await page.locator(".known").getByText("Visits of 2026").waitFor();
    assert.match(await page.locator(".known").innerText(), /1 answer given, about 8 more answers/);

    await page.setInputFiles("#file", visitsFile("other name.csv"));
    await readStep(page);
    await page.getByLabel("Call these people").fill("Visits of 2026");
    await page.getByText("epsilon 1.6 of 2 is left").waitFor();
    await sayWhose(page, visits);
    await shows(page, "#/ask");
    const second = await context.newPage();
    await second.goto(session.url);
    await ready(second);
    await openFile(second, visitsFile(), { ...visits, name: "Visits of 2026" });
    await askMedian(second, 0.8);
    await choose(page, "typical");
    await epsilonLeftIs(page, 0.8);
    await second.close();

    await page.setInputFiles("#file", visitsFile());
    await sayWhose(page, { name: "Visits of 2026" });
    await page.getByText(/in the ledger of this name a person is a column/).waitFor();
  }));

// Cause: words of the open data's kind were asked for while none was open, and the answer was shown as JSON.
test("after a reload the answer to each question reads as before", () =>
  visit(async (page) => {
    await openFile(page, salaries);
    const answers = [];
    for (const id of ["typical", "groups", "common", "count", "dist", "interior", "slices"]) {
      await choose(page, id);
      if (id === "dist") await page.getByLabel("Where bars meet").fill("30000, 50000");
      await setEpsilon(page, 0.05);
      answers.push([id, await release(page)]);
    }
    const card = page.locator("#answer");
    for (const [id, text] of answers.toReversed()) {
      await backTo(page, `#/answer/${id}`);
      await page.reload();
      const again = card.getByRole("link", { name: "Open the file again to ask more" });
      await again.waitFor();
      const body = (words) => words.split("Details, and all that leaves")[0];
      assert.equal(body(await card.innerText()), body(text), id);
    }
  }));

test("two tabs that ask at once do not spend one budget twice", () =>
  visit(async (page, context) => {
    const second = await context.newPage();
    await second.goto(session.url);
    await ready(second);
    for (const tab of [page, second]) {
      await openFile(tab, visitsFile(), visits);
      await askMedian(tab, 0.4);
    }
    for (const tab of [page, second]) {
      await choose(tab, "typical");
      await setEpsilon(tab, 0.8);
      await canAsk(tab);
      await epsilonLeftIs(tab, 1.2);
    }
    // A pointer waits until a button is still: one tab would have the answer before the other is pressed.
    const texts = await Promise.all([release(page, atOnce), release(second, atOnce)]);
    assert.equal(
      texts.filter((text) => text.startsWith("May be published")).length,
      1,
      texts.join(),
    );
    await epsilonLeftIs(page, 0.4);
    await second.close();
  }));

test("a budget is exported, and imported where its name is unknown", () =>
  visit(async (page) => {
    await openFile(page, visitsFile(), visits);
    await askMedian(page, 0.4);
    await openDrawer(page);
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export" }).click(),
    ]);
    const file = {
      name: "budget.json",
      mimeType: "application/json",
      buffer: readFileSync(await saved.path()),
    };
    await page.setInputFiles("#ledger input[type=file]", file);
    await page
      .getByText("cannot import “visits.csv”: this browser has a budget of this name.")
      .waitFor();
    await visit(async (other) => {
      await openFile(other, salaries);
      await choose(other, "typical");
      await openDrawer(other);
      await other.setInputFiles("#ledger input[type=file]", file);
      await other.getByText("Imported “visits.csv”").waitFor();
      await closeDrawer(other);
      await openFile(other, visitsFile(), visits);
      await choose(other, "typical");
      assert.equal(await epsilonLeft(other), 1.6);
    });
  }));

test("in a browser without storage, data opened another way get no second budget", async () => {
  const context = await session.browser.newContext();
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("not here", "SecurityError");
    };
  });
  const page = await context.newPage();
  await page.goto(session.url);
  await ready(page);
  await openFile(page, visitsFile());
  await askMedian(page, 0.4);
  await openDrawer(page);
  await page.getByText("the budget ends with this page").waitFor();
  await closeDrawer(page);
  await page.setInputFiles("#file", visitsFile());
  await sayWhose(page, { ...visits, name: "visits.csv" });
  await page.getByText(/in the ledger of this name each row is a different person/).waitFor();
  await context.close();
});

test("the page asks the browser to keep budgets of files when the disk is full", () =>
  visit(async (page) => {
    await page.evaluate(() => {
      globalThis.asked = 0;
      StorageManager.prototype.persist = async () => {
        globalThis.asked += 1;
        return true;
      };
    });
    await openSample(page, "penguins");
    assert.equal(await page.evaluate(() => globalThis.asked), 0, "not for samples");
    await openFile(page, visitsFile());
    assert.equal(await page.evaluate(() => globalThis.asked), 1);
  }));
