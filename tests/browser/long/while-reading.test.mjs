// While a file is read, the earlier data are still open: no question about them is allowed, and their answers
// carry their name.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBrowser, visitPage } from "../page.mjs";
import { violations } from "../violations.mjs";
import {
  epsilonLeft,
  holdReading,
  letRead,
  openFile,
  openTab,
  quiet,
  release,
  sayWhose,
  setEpsilon,
  tabs,
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
const mark = (page) => page.locator("#panel-interior .earlier");
const opened = (page, name) =>
  page.waitForFunction(
    (start) => document.querySelector("#data-summary").textContent.startsWith(start),
    name,
  );

async function beginToRead(page, file, name = file.name) {
  await holdReading(page);
  await page.setInputFiles("#file", file);
  await sayWhose(page, { name });
  await page.waitForSelector("#data-progress:not([hidden])");
}

// Cause: until the new file was open, the button asked about the old file under the new file's name.
test("while a file is read no question can be asked, and answers are labelled with the earlier data", () =>
  visit(async (page) => {
    await openFile(page, ages("old.csv", 10));
    await setEpsilon(page, "interior", 1);
    await release(page, "interior");
    assert.equal(await mark(page).isVisible(), false);
    await beginToRead(page, ages("new.csv", 90));
    assert.match(
      await mark(page).innerText(),
      /^This is about “old\.csv” as it was opened before, not about the data that are being read\.$/,
    );
    for (const id of tabs.filter((tab) => !quiet.includes(tab))) {
      await openTab(page, id);
      const submit = page.locator(`#panel-${id} button[type=submit]`);
      assert.equal(await submit.isDisabled(), true, id);
      await page.locator(`#panel-${id} form.ask`).evaluate((form) => form.requestSubmit());
      await page.locator(`#panel-${id} .price`, { hasText: "“new.csv” is being read" }).waitFor();
      assert.deepEqual(await violations(page), [], id);
    }
    await openTab(page, "ledger");
    await page.locator("fieldset:disabled", { hasText: "Total epsilon" }).waitFor();
    await page.locator("button:disabled[aria-label='End the ledger old.csv']").waitFor();
    assert.equal(await epsilonLeft(page), 1);
    await page.getByRole("button", { name: "Penguins", exact: true }).click();
    await page.getByText("“new.csv” is being read; cancel that first, or wait").waitFor();

    await letRead(page);
    await opened(page, "new.csv");
    assert.equal(await epsilonLeft(page), 2, "what was asked for meanwhile was not drawn");
    await openTab(page, "interior");
    assert.equal(await mark(page).isVisible(), false);
    assert.match(
      await page.locator("#panel-interior .answer").innerText(),
      /^Nothing yet\..* The answers about “old\.csv” are kept with its ledger\.$/,
    );
    await setEpsilon(page, "interior", 1);
    assert.match(await release(page, "interior"), /^90\s/);
  }));

test("an unreadable file returns the questions about the earlier data, with their answers", () =>
  visit(async (page) => {
    await openFile(page, ages("old.csv", 10));
    await release(page, "interior");
    await beginToRead(page, { ...ages("bad.csv", 1), buffer: Buffer.from("a,b\n1\n") });
    await page.locator("#panel-interior .earlier:not([hidden])").waitFor();
    await letRead(page);
    await page.getByText("This file has no rows below its first line").waitFor();
    assert.equal(await mark(page).isVisible(), false);
    await page.locator("#panel-interior button[type=submit]:not([disabled])").waitFor();
    await page.locator("#panel-interior .price", { hasText: "Only this button spends" }).waitFor();
    assert.match(await page.locator("#panel-interior .answer").innerText(), /of age/);
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
