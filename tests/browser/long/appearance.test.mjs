// Looks and readability of the page: axe in every tab and both colour schemes, no horizontal scrolling, and
// screenshots.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { openPage, startBrowser } from "../page.mjs";
import { violations } from "../violations.mjs";
import {
  fillInKinds,
  holdReading,
  openTab,
  pictureOf,
  readStep,
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

/** No violation, and nothing beside the screen. */
async function looksRight(page, name, state) {
  assert.deepEqual(await violations(page), [], state);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  assert.equal(overflow, 0, state);
  await page.screenshot({ path: `${screenshots}/${state}-${name}.png`, fullPage: true });
}

/** A survey as an office exports it, in Windows-1252: every form of cells, and some that cannot be read. */
const survey = {
  name: "pay-survey-2025.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(
    [
      "person_id;answered_on;city;gross_pay;commute_km;comment",
      ...Array.from({ length: 400 }, (_, i) => {
        const pay = i % 40 === 5 ? "k. A." : `${4 + (i % 5)}.${100 + i},50 \x80`;
        const town = ["München", "Köln", "Würzburg"][i % 3];
        return `P-${i >> 1};${1 + (i % 28)}.02.2025;${town};${pay};${i % 60},5;`;
      }),
    ].join("\n"),
    "latin1",
  ),
};

/** The step that asks how a file is read, in each of its states. */
async function lookAtReading(page, name) {
  await page.setInputFiles("#file", survey);
  await readStep(page);
  await page.getByText("Choose the encoding in which all letters are there").waitFor();
  await looksRight(page, name, "read-encoding");
  await page.getByLabel("Encoding").selectOption("windows-1252");
  await page.getByText("Reads as:").waitFor();
  await looksRight(page, name, "read-new");
  await fillInKinds(page);
  await page.getByLabel(/A person may have several rows/).check();
  await page.getByText("200 people have 400 rows, 2 each").waitFor();
  await page.getByText("10 of 400 cannot be read: “k. A.” in line 7").waitFor();
  await page.locator("#kind-4").selectOption("number");
  await page.locator("#read .column").nth(4).getByLabel("Decimal mark").fill(",");
  await page.locator("#read .bar").getByText("400 rows. 10 cells cannot be read").waitFor();
  await looksRight(page, name, "read-filled");
  await page.getByRole("button", { name: "Do not open it" }).click();
}

/** A file of one's own: how it is read, and the kept ledgers. */
async function lookAtFile(page, name) {
  await lookAtReading(page, name);
  await page.setInputFiles("#file", salaries);
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

/** A second file, which requires a statement about its people, and the bar while it is read. */
async function lookWhileReading(page, name) {
  await page.setInputFiles("#file", { ...salaries, name: "renamed.csv" });
  await page.getByLabel("None of these people is in the data").waitFor();
  await looksRight(page, name, "new-name");
  await holdReading(page);
  await sayWhose(page, { person: "person" });
  await page.locator("#read progress:not([hidden])").waitFor();
  await looksRight(page, name, "reading");
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
