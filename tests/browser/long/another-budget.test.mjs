// No click gives the same people a second budget: a new one, a new name and the end of one need a statement.
import assert from "node:assert/strict";
import { test } from "node:test";
import { closeDrawer, drawer, openDrawer, startAnother } from "../drawer.mjs";
import { shows } from "../shown.mjs";
import {
  askMedian,
  choose,
  epsilonLeft,
  epsilonLeftIs,
  fillInKinds,
  follow,
  openFile,
  readStep,
  ready,
  sayWhose,
  useData,
  visitsFile,
} from "../visitor.mjs";
import { session, visit } from "../visitors.mjs";

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
    await shows(page, "#/ask");
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
    await shows(page, "#/ask");
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
    await shows(page, "#/data");
    assert.equal(await page.locator(".known").isVisible(), false);
  }));
