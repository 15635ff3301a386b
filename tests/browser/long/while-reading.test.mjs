// While a file is read, the earlier data are still open, and no question about them is in sight.
import assert from "node:assert/strict";
import { test } from "node:test";
import { seal } from "../page.mjs";
import { hearLate, shows } from "../shown.mjs";
import {
  askMedian,
  canAsk,
  choose,
  epsilonLeft,
  follow,
  hold,
  letGo,
  openFile,
  openSample,
  readStep,
  release,
  salaries,
  sayWhose,
  setEpsilon,
  useData,
} from "../visitor.mjs";
import { visit } from "../visitors.mjs";

/** 2,000 people of one age, which a median at epsilon 1 returns except with about e^-200. */
const ages = (name, age) => ({
  ...{ name, mimeType: "text/csv", buffer: Buffer.from(`age\n${`${age}\n`.repeat(2000)}`) },
});

const valueIn = (page) => page.locator("#answer .value").innerText();

// Cause: until the new file was open, the button asked about the old file under the new file's name.
test("while a file's owner says how to read it no question is in sight, and the data before stay if they leave", () =>
  visit(async (page) => {
    await openFile(page, ages("old.csv", 10));
    await askMedian(page, 0.8);
    await hold(page, "read");
    await page.setInputFiles("#file", ages("new.csv", 90));
    await sayWhose(page, { name: "new.csv" });
    await page.locator("#read progress:not([hidden])").waitFor();
    for (const part of ["#panes", "#ask", "#open-ledger"]) {
      assert.equal(await page.locator(part).isVisible(), false, part);
    }
    await page.locator("#read .bar").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Do not open it" }).click();
    await follow(page, "#/answer/typical");
    await page.locator("#answer .value").waitFor();
    assert.equal(await valueIn(page), "about 10");
    await letGo(page);
    await openFile(page, ages("new.csv", 90));
    await choose(page, "typical");
    assert.equal(await epsilonLeft(page), 2);
    assert.match(await page.locator("#answer").innerText(), /^Nothing is released yet/);
    await setEpsilon(page, 0.8);
    await release(page);
    assert.equal(await valueIn(page), "about 90");
  }));

// A reading that its owner no longer wants may end after another has begun.
test("the data that are used are those of the last choice", () =>
  visit(async (page) => {
    await page.setInputFiles("#file", ages("ages.csv", 10));
    await readStep(page);
    await page.getByLabel("Each row is a different person").check();
    for (const label of ["Text", "Number 1,234.5", "Ignore it", "Number 1.234,5"]) {
      await page.locator("#kind-0").selectOption({ label });
      await page.waitForTimeout(260);
    }
    await useData(page);
    await shows(page, "#/ask");
    await askMedian(page, 0.8);
    assert.equal(await valueIn(page), "about 10");
  }));

// Cause: the reading of the first sample was ended by that of the second, an error that nobody expected.
test("a sample that is left for another while it is read is not opened, and nothing fails", () =>
  visit(async (page) => {
    await seal(page);
    await hold(page, "read");
    await follow(page, "#/ask?data=flights");
    await follow(page, "#/ask?data=penguins");
    await letGo(page);
    await page.locator("#stepper", { hasText: "penguins" }).waitFor();
    await shows(page, "#/ask");
    assert.equal(await page.locator("#page-error").isVisible(), false);
  }));

// Cause: an answer that came before the page heard of the address of the file called its owner back.
test("data opened during a draw wait for it: no answer mixes data or budgets", () =>
  visit(async (page) => {
    await hearLate(page);
    await openSample(page, "flights");
    await choose(page, "stream");
    await page.getByLabel("Step through").selectOption({ label: "date, day by day" });
    await canAsk(page);
    await page.locator("#go").click();
    await page.setInputFiles("#file", salaries);
    await sayWhose(page);
    await shows(page, "#/ask");
    await page.locator("#stepper", { hasText: "salaries.csv" }).waitFor();
    await choose(page, "typical");
    assert.equal(await epsilonLeft(page), 2);
  }));
