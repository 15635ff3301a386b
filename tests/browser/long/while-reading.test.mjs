// While a file is read, the earlier data are still open, and no question about them is in sight.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBrowser, visitPage } from "../page.mjs";
import {
  epsilonLeft,
  holdReading,
  letRead,
  openFile,
  readStep,
  release,
  sayWhose,
  setEpsilon,
  useData,
} from "../visitor.mjs";

let session;

before(async () => {
  session = await startBrowser();
});

after(() => session?.close());

const visit = (use) => visitPage(session, use);

/** 2,000 people of one age, which a median at epsilon 1 returns except with about e^-200. */
const ages = (name, age) => ({
  ...{ name, mimeType: "text/csv", buffer: Buffer.from(`age\n${`${age}\n`.repeat(2000)}`) },
});

// Cause: until the new file was open, the button asked about the old file under the new file's name.
test("while a file's owner says how to read it no question is in sight, and the data before stay if they leave", () =>
  visit(async (page) => {
    await openFile(page, ages("old.csv", 10));
    await setEpsilon(page, "interior", 1);
    await release(page, "interior");
    await holdReading(page);
    await page.setInputFiles("#file", ages("new.csv", 90));
    await sayWhose(page, { name: "new.csv" });
    await page.locator("#read progress:not([hidden])").waitFor();
    for (const part of ["#question", "#data", "#lead"]) {
      assert.equal(await page.locator(part).isVisible(), false, part);
    }
    assert.equal(await epsilonLeft(page), 1);
    await page.locator("#read .bar").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Do not open it" }).click();
    assert.match(await page.locator("#data-summary").innerText(), /^old\.csv/);
    assert.match(await page.locator("#panel-interior .answer").innerText(), /^10\s/);
    await letRead(page);
    await openFile(page, ages("new.csv", 90));
    assert.equal(await epsilonLeft(page), 2);
    assert.match(
      await page.locator("#panel-interior .answer").innerText(),
      /^Nothing yet\..* The answers about “old\.csv” are kept with its ledger\.$/,
    );
    await setEpsilon(page, "interior", 1);
    assert.match(await release(page, "interior"), /^90\s/);
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
    await page.waitForFunction(() =>
      document.querySelector("#data-summary").textContent.startsWith("ages.csv"),
    );
    await setEpsilon(page, "interior", 1);
    assert.match(await release(page, "interior"), /^10\s/);
  }));

test("another file of the same name labels earlier answers with the earlier data", () =>
  visit(async (page) => {
    await openFile(page, ages("ages.csv", 10));
    await setEpsilon(page, "interior", 1);
    await release(page, "interior");
    await openFile(page, ages("ages.csv", 90));
    await page
      .locator("#panel-interior .answer", {
        hasText: /^The last answer under “ages\.csv”, about the data that were open then\./,
      })
      .waitFor();
    assert.equal(await epsilonLeft(page), 1);
    assert.match(await release(page, "interior"), /^90\s/);
  }));
