// The budget of a name: it outlives the page, two tabs share it, and no click refills it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { openPage, startBrowser, visitPage } from "../page.mjs";
import {
  askMedian,
  canAsk,
  choose,
  epsilonLeft,
  epsilonLeftIs,
  fillInKinds,
  follow,
  openFile,
  openSample,
  readStep,
  ready,
  release,
  salaries,
  sayWhose,
  setEpsilon,
  useData,
  visitsFile,
} from "../visitor.mjs";

let session;

before(async () => {
  session = await startBrowser();
});

after(() => session?.close());

const visit = (use, options) => visitPage(session, use, options);
const visits = { person: "person" };

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

const drawer = (page) => page.locator("#ledger");

async function openDrawer(page) {
  await page.locator("#open-ledger").click();
  await drawer(page).locator("#ledger-title").waitFor();
}

async function closeDrawer(page) {
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !location.hash.includes("open="));
}

async function startAnother(page) {
  await openDrawer(page);
  await page.getByRole("button", { name: "Start another budget …" }).click();
  await page.getByLabel(/^These are other people/).check();
  await page.getByRole("button", { name: "Start another", exact: true }).click();
}

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
    await page.waitForFunction(() => location.hash === "#/ask");
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
    const texts = await Promise.all([release(page), release(second)]);
    assert.equal(
      texts.filter((text) => text.startsWith("May be published")).length,
      1,
      texts.join(),
    );
    await epsilonLeftIs(page, 0.4);
    await second.close();
  }));

// Cause: one click reserved the ledger, and the page then showed only a full budget.
test("another budget for the same people needs a tick, and what was spent stays visible", () =>
  visit(async (page) => {
    await openFile(page, visitsFile(), visits);
    await askMedian(page, 0.8);
    await openDrawer(page);
    await page.getByRole("button", { name: "Start another budget …" }).click();
    const card = drawer(page).locator(".confirm");
    // e^2.8 and e^2, rounded up.
    assert.match(await card.innerText(), /Under “visits\.csv” 1 answer was given/);
    assert.match(await card.innerText(), /40% of the budget \(epsilon 0\.8\)/);
    assert.match(
      await card.innerText(),
      /to 140% .* \(epsilon 2\.8\).* factor of 16\.5, not 7\.39, plus delta/,
    );
    const start = card.getByRole("button", { name: "Start another" });
    assert.equal(await start.isDisabled(), true);
    await card.getByRole("button", { name: "Keep this one" }).click();
    await closeDrawer(page);
    assert.equal(await epsilonLeft(page), 1.2);
    await startAnother(page);
    await drawer(page).getByText("The numbers behind it").click();
    await drawer(page)
      .getByText("epsilon 0.8: if it was about the same people, that counts too")
      .waitFor();
    await page.reload();
    await ready(page);
    await openFile(page, visitsFile(), visits);
    await choose(page, "typical");
    await epsilonLeftIs(page, 2);
    await openDrawer(page);
    await drawer(page).getByText("The numbers behind it").click();
    await drawer(page).getByText("epsilon 0.8: if it was about the same people").waitFor();
  }));

test("a confirmation holds for the sum shown: it is void if another tab spends meanwhile", () =>
  visit(async (page, context) => {
    const other = await deafPage(context);
    await openFile(other, visitsFile(), visits);
    await openFile(page, visitsFile(), visits);
    await askMedian(page, 0.4);
    await follow(other, "#/ask/typical");
    await startAnother(other);
    await drawer(other)
      .getByText(/another tab spent something meanwhile/)
      .waitFor();
    await other.close();
  }));

// Regression: a new name had a full budget, and the page proposed the file's name whatever the earlier name of
// these data.
test("opening a new name next to asked ones requires a statement that its people are others", () =>
  visit(async (page) => {
    await openFile(page, visitsFile(), { ...visits, name: "Visits of 2026" });
    await askMedian(page, 0.4);
    await page.setInputFiles("#file", visitsFile());
    await readStep(page);
    assert.equal(await page.getByLabel("Call these people").inputValue(), "Visits of 2026");
    await page.getByRole("button", { name: "Do not open it" }).click();
    await page.setInputFiles("#file", visitsFile("renamed.csv"));
    await readStep(page);
    await fillInKinds(page);
    await page.getByLabel("Each row is a different person").check();
    assert.equal(await page.getByLabel("Call these people").inputValue(), "renamed.csv");
    const others = page.getByLabel("None of these people is in the data that were asked before");
    assert.equal(await others.isChecked(), false);
    await useData(page);
    await page.getByText("Say whether these are other people.").waitFor();
    await others.check();
    await useData(page);
    await page.waitForFunction(() => location.hash === "#/ask");
    await choose(page, "typical");
    assert.equal(await epsilonLeft(page), 2);
  }));

test("names that look equal share one budget", () =>
  visit(async (page) => {
    await openFile(page, visitsFile(), { ...visits, name: "Käufe 2026" });
    await askMedian(page, 0.4);
    await page.reload();
    await ready(page);
    await page.setInputFiles("#file", visitsFile());
    await readStep(page);
    await page.getByLabel("Call these people").fill(" Ka\u0308ufe   2026 ");
    await page.getByText("Continues the ledger of this name").waitFor();
    await sayWhose(page, visits);
    await page.waitForFunction(() => location.hash === "#/ask");
    await choose(page, "typical");
    assert.equal(await epsilonLeft(page), 1.6);
  }));

// Cause: two clicks ended a ledger, and the same data under the same name then had a full one.
test("a budget ends only after its owner types the confirmation", () =>
  visit(async (page) => {
    await openFile(page, visitsFile(), visits);
    await askMedian(page, 0.4);
    await openDrawer(page);
    await page.getByRole("button", { name: "End the ledger visits.csv" }).click();
    const form = page.locator("form.ending:not([hidden])");
    const button = form.getByRole("button", { name: "End “visits.csv” for good" });
    assert.match(await form.innerText(), /1 answer for epsilon 0\.4/);
    assert.equal(await button.isDisabled(), true);
    await form.getByLabel("To confirm, type").fill("forget epsilon 0.4");
    await button.click();
    await page.waitForFunction(() => location.hash === "#/data");
    assert.equal(await page.locator(".known").isVisible(), false);
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

test("data opened during a draw wait for it: no answer mixes data or budgets", async () => {
  const { context, page, problems } = await openPage(session);
  await openSample(page, "flights");
  await choose(page, "stream");
  await page.getByLabel("Step through").selectOption({ label: "date, day by day" });
  await canAsk(page);
  await page.locator("#go").click();
  await page.setInputFiles("#file", salaries);
  await sayWhose(page);
  await page.waitForFunction(() => location.hash === "#/ask");
  await page.locator("#stepper", { hasText: "salaries.csv" }).waitFor();
  await choose(page, "typical");
  assert.equal(await epsilonLeft(page), 2);
  assert.deepEqual(problems, []);
  await context.close();
});

test("what is printed is the answer, and nothing of the data", () =>
  visit(async (page) => {
    await openSample(page, "flights");
    await askMedian(page, 0.2);
    await page.locator(".private summary").click();
    await page.waitForSelector(".private figure");
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator(".answer .value").isVisible(), true);
    assert.equal(await page.locator(".private").isVisible(), false);
    assert.equal(await page.locator("#question-form").isVisible(), false);
    await page.emulateMedia({ media: "screen" });
    await page.getByLabel("Print it too, marked “private”").check();
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator(".private").isVisible(), true);
  }));

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
