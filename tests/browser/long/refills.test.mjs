// Ways to a full budget for data queried before: a reload, another ledger, another tab, another name.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBrowser, visitPage } from "../page.mjs";
import {
  askMedian,
  budgetSays,
  epsilonLeft,
  fillInKinds,
  openFile,
  openTab,
  readStep,
  ready,
  sayWhose,
  typeConfirmation,
  useData,
  visitsFile,
} from "../visitor.mjs";

let session;

before(async () => {
  session = await startBrowser();
});

after(() => session?.close());

const visit = (use, options) => visitPage(session, use, options);

// Cause: the ledger of a sample was kept in memory, so a reload began with a full one.
test("a reload resumes the ledger of a sample, and shows its last answer instead of a new draw", () =>
  visit(async (page) => {
    await askMedian(page, 0.5);
    assert.equal(await epsilonLeft(page), 1.3);
    const value = await page.locator("#panel-interior .value").innerText();
    await page.reload();
    await ready(page);
    assert.equal(await epsilonLeft(page), 1.3);
    const answer = await page.locator("#panel-interior .answer").innerText();
    assert.match(answer, /The last answer under “Flights”.*nothing was drawn again/);
    const again = Number(/value: ([\d.]+)/.exec(answer)[1]);
    assert.equal(again.toLocaleString("en", { maximumSignificantDigits: 6 }), value);
    await page.getByRole("button", { name: "Penguins", exact: true }).click();
    await page.waitForFunction(() =>
      document.querySelector("#data-summary").textContent.startsWith("Penguins"),
    );
    assert.equal(await epsilonLeft(page), 2);
  }));

// Cause: one click reserved the ledger, and the page then showed only a full budget.
test("another ledger for the same data requires its typed sum, and the earlier one stays visible", () =>
  visit(async (page) => {
    await openFile(page, visitsFile(), { person: "person" });
    await askMedian(page, 1);
    await openTab(page, "ledger");
    const form = page.locator("#panel-ledger form.ask");
    const button = form.getByRole("button", { name: /^Put this ledger aside/ });
    await form.getByText("Under “visits.csv” epsilon 1 is spent already").waitFor();
    const says = await form.locator(".sum").innerText();
    assert.match(says, /epsilon 3 and delta 2e-5 in all|epsilon 3 and delta 1e-5 in all/);
    assert.match(says, /instead of the epsilon 2 and delta 1e-5 that were decided on first/);
    assert.match(says, /by a factor of 20\.1 instead of 7\.39, plus delta/); // e^3 and e^2, rounded up
    assert.equal(await button.isDisabled(), true);
    for (const words of ["yes", "visits.csv", "epsilon 2 in all", "epsilon 3"]) {
      await form.getByLabel("To confirm, type").fill(words);
      assert.equal(await button.isDisabled(), true, words);
    }
    await form.getByLabel("To confirm, type").fill("  Epsilon 3   in all ");
    assert.equal(await button.isDisabled(), false);
    await form.getByLabel("Total epsilon").fill("1");
    assert.equal(await button.isDisabled(), true, "the sum is another one now");
    await form.getByLabel("Total epsilon").fill("2");
    await form.getByLabel("To confirm, type").press("Enter");
    await budgetSays(page, "2 of 2, and 1 spent before");

    await page.reload();
    await ready(page);
    await openFile(page, visitsFile(), { person: "person" });
    await budgetSays(page, "2 of 2, and 1 spent before");
    await openTab(page, "ledger");
    const ledger = page.locator("#panel-ledger");
    await ledger
      .getByText("One ledger was put aside for these data, with epsilon 1 spent")
      .waitFor();
    await ledger.getByText("Ledger 1: epsilon 1 of 2 spent on 1 release").click();
    await ledger.getByRole("button", { name: "JSON of record 1.1" }).waitFor();
    await form.getByText("epsilon 3 and delta").waitFor(); // 1 before this, none here, 2 more later
    await page.emulateMedia({ media: "print" });
    assert.match(
      await page.locator("#release-sheet").innerText(),
      /Ledgers that were put aside spent epsilon 1 on the same data\./,
    );
  }));

// Regression: a new name had a full budget, and the page proposed the file's name whatever the earlier name of
// these data.
test("opening a new name next to queried ones requires a statement that its people are others", () =>
  visit(async (page) => {
    await openFile(page, visitsFile(), { person: "person", name: "Visits of 2026" });
    await askMedian(page, 0.5);
    const step = page.locator("#read");
    const others = page.getByLabel("None of these people is in the data that were asked before");

    await page.setInputFiles("#file", visitsFile());
    await readStep(page);
    assert.equal(await page.getByLabel("Call these people").inputValue(), "Visits of 2026");
    await step.getByText("epsilon 1.5 of 2 is left").waitFor();
    assert.equal(await others.isVisible(), false);
    await page.getByRole("button", { name: "Do not open it" }).click();

    await page.setInputFiles("#file", visitsFile("renamed.csv"));
    await readStep(page);
    await fillInKinds(page);
    await page.getByLabel("Each row is a different person").check();
    assert.equal(await page.getByLabel("Call these people").inputValue(), "renamed.csv");
    assert.match(await step.locator(".others").innerText(), /asked before: “Visits of 2026”/);
    assert.equal(await others.isChecked(), false);
    await useData(page);
    await page.getByText("Say whether these are other people.").waitFor();
    assert.ok(await step.isVisible(), "it is not opened before that is said");
    await others.check();
    await useData(page);
    await budgetSays(page, "2 of 2");

    await page.reload();
    await ready(page);
    await page
      .getByText("Asked before in this browser: “Visits of 2026” (epsilon 1.5 of 2 left)")
      .waitFor();
  }));

test("names that look equal share one ledger", () =>
  visit(async (page) => {
    await openFile(page, visitsFile(), { person: "person", name: "Käufe 2026" });
    await askMedian(page, 0.5);
    for (const name of ["Ka\u0308ufe 2026", " Käufe   2026 "]) {
      await page.reload();
      await ready(page);
      await page.setInputFiles("#file", visitsFile());
      await readStep(page);
      await page.getByLabel("Call these people").fill(name);
      await page.getByText("Continues the ledger of this name").waitFor();
      await sayWhose(page, { person: "person", name });
      await budgetSays(page, "1.5 of 2");
    }
  }));

test("a sample has a separate ledger from a file of the same name", () =>
  visit(async (page) => {
    await openFile(page, visitsFile(), { person: "person", name: "Flights" });
    await budgetSays(page, "2 of 2");
    await askMedian(page, 0.5);
    await page.getByRole("button", { name: "Flights", exact: true }).click();
    await budgetSays(page, "1.8 of 2");
  }));

// Cause: two clicks ended a ledger, and the same data under the same name then had a full one.
test("a ledger ends only after its owner types the confirmation", () =>
  visit(async (page) => {
    await openFile(page, visitsFile(), { person: "person" });
    await askMedian(page, 0.5);
    await openTab(page, "ledger");
    const opener = page.getByRole("button", { name: "End the ledger visits.csv" });
    await opener.click();
    const form = page.locator("form.ending:not([hidden])");
    const button = form.getByRole("button", { name: "End “visits.csv” for good" });
    assert.match(await form.innerText(), /1 answer for epsilon 0\.5/);
    assert.match(await form.innerText(), /spent on top of epsilon 0\.5/);
    assert.equal(await button.isDisabled(), true);
    await form.getByRole("button", { name: "Keep it" }).click();
    assert.equal(await form.isVisible(), false);
    assert.equal(await opener.evaluate((node) => node === document.activeElement), true);
    await opener.click();
    await typeConfirmation(form);
    await button.click();
    await page.waitForFunction(() =>
      document.querySelector("#data-summary").textContent.startsWith("Flights"),
    );
    await page.waitForFunction(() => document.querySelectorAll("ul.kept li").length === 1);
  }));

// Regression: without storage, a ledger was identified by the name and by whether a column identifies people.
test("in a browser without storage, data opened another way get no second ledger", async () => {
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
  await askMedian(page, 0.5);
  await page.setInputFiles("#file", visitsFile());
  await sayWhose(page, { person: "person", name: "visits.csv" });
  await page
    .getByText(
      /in the ledger of this name each row is a different person; open them in the same way/,
    )
    .waitFor();
  assert.equal(await epsilonLeft(page), 1.5);
  await page.getByRole("button", { name: "Do not open it" }).click();
  await page.setInputFiles("#file", visitsFile("renamed.csv"));
  await readStep(page);
  assert.match(await page.locator("#read .others").innerText(), /asked before: “visits.csv”/);
  await page.getByRole("button", { name: "Do not open it" }).click();
  await openTab(page, "ledger");
  await page.getByText("ends with this page, as this browser keeps nothing").waitFor();
  await context.close();
});

test("the page asks the browser to keep ledgers of files when the disk is full", () =>
  visit(async (page) => {
    await page.evaluate(() => {
      globalThis.asked = 0;
      StorageManager.prototype.persist = async () => {
        globalThis.asked += 1;
        return true;
      };
    });
    await page.getByRole("button", { name: "Penguins", exact: true }).click();
    await budgetSays(page, "2 of 2");
    assert.equal(await page.evaluate(() => globalThis.asked), 0, "not for samples");
    await openFile(page, visitsFile());
    assert.equal(await page.evaluate(() => globalThis.asked), 1);
  }));
