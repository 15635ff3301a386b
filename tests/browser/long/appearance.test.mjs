// Looks and readability of the page: axe in every tab and both colour schemes, no horizontal scrolling, and
// screenshots.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { openPage, startBrowser } from "../page.mjs";
import { violations } from "../violations.mjs";
import {
  holdReading,
  openTab,
  pictureOf,
  release,
  salaries,
  sayWhose,
  startAnother,
  tabs,
} from "../visitor.mjs";

const screenshots = fileURLToPath(new URL("../../../build/screenshots", import.meta.url));
let session;

before(async () => {
  mkdirSync(screenshots, { recursive: true });
  session = await startBrowser();
});

after(() => session?.close());

async function fill(page, id) {
  await openTab(page, id);
  if (id === "plan") return page.waitForSelector("#panel-plan figure");
  if (id === "ledger") return page.waitForSelector("#panel-ledger .meter");
  if (id === "lesson") return page.waitForSelector("#panel-lesson figure");
  await pictureOf(page, id);
  if (id !== "interior" || (await page.locator("#panel-interior .value").count()) === 0)
    await release(page, id);
  return pictureOf(page, id);
}

/** The dialogs for an own file: the question about the user of a row, and the kept ledgers. */
async function lookAtFile(page, name) {
  await page.setInputFiles("#file", salaries);
  await page.waitForSelector("#person-dialog[open]");
  assert.deepEqual(await violations(page), [], "whose row each is");
  await page.screenshot({ path: `${screenshots}/person-${name}.png` });
  await sayWhose(page, { person: "person" });
  await page.waitForFunction(() =>
    document.querySelector("#data-summary").textContent.startsWith("salaries"),
  );
  await openTab(page, "ledger");
  await startAnother(page);
  await page.locator("#panel-ledger .former summary").click();
  await page.getByRole("button", { name: "End the ledger salaries.csv" }).click();
  assert.deepEqual(await violations(page), [], "ledgers that are kept");
  await page.screenshot({ path: `${screenshots}/kept-${name}.png`, fullPage: true });
  await lookWhileReading(page, name);
}

/** A second file, which requires a statement about its people, and the earlier answers while it is read. */
async function lookWhileReading(page, name) {
  await openTab(page, "interior");
  await release(page, "interior");
  await page.setInputFiles("#file", { ...salaries, name: "renamed.csv" });
  await page.getByLabel("None of these people is in the data").waitFor();
  assert.deepEqual(await violations(page), [], "a new name");
  await page.screenshot({ path: `${screenshots}/new-name-${name}.png` });
  await holdReading(page);
  await sayWhose(page, { person: "person" });
  await page.waitForSelector("#data-progress:not([hidden])");
  assert.deepEqual(await violations(page), [], "while a file is read");
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  assert.equal(overflow, 0, "while a file is read");
  await page.screenshot({ path: `${screenshots}/reading-${name}.png`, fullPage: true });
}

for (const width of [1280, 390]) {
  for (const colorScheme of ["light", "dark"]) {
    test(`every tab is accessible in the ${colorScheme} scheme and fits ${width} pixels`, async () => {
      const { context, page, problems } = await openPage(session, {
        viewport: { width, height: 900 },
        colorScheme,
        reducedMotion: "reduce",
      });
      if (width === 390) {
        await page.getByRole("button", { name: "Penguins", exact: true }).click();
        await page.waitForFunction(() =>
          document.querySelector("#data-summary").textContent.startsWith("Penguins"),
        );
      }
      for (const id of tabs) {
        await fill(page, id);
        await page.waitForTimeout(250);
        assert.deepEqual(await violations(page), [], id);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        assert.equal(overflow, 0, id);
        await page.screenshot({
          path: `${screenshots}/${id}-${width}-${colorScheme}.png`,
          fullPage: true,
        });
      }
      await page.getByRole("button", { name: /^Sealed/ }).click();
      assert.deepEqual(await violations(page), [], "the seal's explanation");
      await page.screenshot({ path: `${screenshots}/seal-${width}-${colorScheme}.png` });
      await page.keyboard.press("Escape");
      await lookAtFile(page, `${width}-${colorScheme}`);
      assert.deepEqual(problems, []);
      await context.close();
    });
  }
}

test("control: axe detects a button without a name", async () => {
  const { context, page } = await openPage(session);
  await page.evaluate(() => document.body.append(document.createElement("button")));
  assert.match((await violations(page)).join(), /button-name/);
  await context.close();
});
