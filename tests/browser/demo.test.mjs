// The demo page, used as a person would use it.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { openPage, startBrowser } from "./page.mjs";

const screenshots = fileURLToPath(new URL("../../build/screenshots", import.meta.url));
let session;

before(async () => {
  mkdirSync(screenshots, { recursive: true });
  session = await startBrowser();
});

after(() => session?.close());

const ownData = {
  name: "salaries.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(
    `person,salary,town\n${Array.from({ length: 3000 }, (_, i) => `p${i},${20000 + 20 * i},${i % 3 === 0 ? "Oslo" : i % 3 === 1 ? '"Bergen, west"' : "Hamar"}`).join("\n")}\n`,
  ),
};

async function answer(page) {
  await page.waitForSelector("#answer .value, #answer .ranking");
  return page.locator("#answer").innerText();
}

test("a visitor sees real data at once and draws a private median of it", async () => {
  const { context, page, problems } = await openPage(session);
  assert.match(await page.locator("#data-summary").innerText(), /10,000 rows/);
  await page.getByRole("button", { name: "Draw a private answer" }).click();
  const text = await answer(page);
  // The median delay is 0 minutes; 95 records around it lie within two.
  assert.ok(Math.abs(Number(text.split("\n")[0])) < 5, text);
  assert.match(text, /factor of at most 1\.65/);
  assert.match(text, /95% confidence/);
  assert.equal(await page.locator("#picture svg").count(), 1);
  assert.match(await page.locator("#spent").innerText(), /One answer .* epsilon 0\.5\./);
  assert.deepEqual(problems, []);
  await context.close();
});

test("moving the sliders changes what is asked", async () => {
  const { context, page } = await openPage(session);
  await page.locator("#panel-quantile [name=epsilon]").fill("0.6");
  await page.locator("#panel-quantile [name=q]").fill("0.9");
  assert.equal(await page.locator("#panel-quantile [name=epsilon-shown]").innerText(), "4");
  await page.getByRole("button", { name: "Draw a private answer" }).click();
  const text = await answer(page);
  assert.match(text, /0\.9-quantile of delay/);
  assert.match(text, /epsilon 4/);
  const value = Number(text.split("\n")[0]);
  assert.ok(value > 30 && value < 45, text);
  await context.close();
});

test("the top-k tab names the busiest airports and how sure that is", async () => {
  const { context, page, problems } = await openPage(session);
  await page.getByRole("tab", { name: "Top-k" }).click();
  await page.getByRole("button", { name: "Draw a private ranking" }).click();
  await answer(page);
  const items = await page.locator("#answer .ranking li").allInnerTexts();
  assert.equal(items.length, 5);
  assert.equal(new Set(items).size, 5);
  for (const item of items) assert.match(item, /^[A-Z]{3}$/);
  assert.match(await page.locator("#answer").innerText(), /delta 0\.000001/);
  assert.deepEqual(problems, []);
  await context.close();
});

test("a person's own CSV is read, asked and never sent: no request leaves after the page is ready", async () => {
  const { context, page, requests, problems } = await openPage(session);
  const before = requests.length;
  assert.ok(before >= 4, "the log sees the page's own requests");
  await page.setInputFiles("#file", ownData);
  await page.waitForFunction(() =>
    document.querySelector("#data-summary").textContent.includes("salaries.csv"),
  );
  assert.match(await page.locator("#data-summary").innerText(), /3,000 rows/);
  await page.locator("#panel-quantile [name=column]").selectOption("salary");
  await page.getByRole("button", { name: "Draw a private answer" }).click();
  const value = Number((await answer(page)).split("\n")[0].replaceAll(",", ""));
  assert.ok(value > 46000 && value < 54000, `${value}`);
  await page.getByRole("tab", { name: "Top-k" }).click();
  await page.locator("#panel-top-k [name=column]").selectOption("town");
  await page.getByRole("button", { name: "Draw a private ranking" }).click();
  await page.waitForSelector("#answer .ranking");
  const towns = await page.locator("#answer .ranking li").allInnerTexts();
  assert.deepEqual(towns.sort(), ["Bergen, west", "Hamar", "Oslo"]);
  assert.match(await page.locator("#answer").innerText(), /Only 3 of 5 stand out/);
  assert.deepEqual(requests.slice(before), []);
  assert.deepEqual(problems, []);
  await context.close();
});

test("control: the request log would see a request made after the page is ready", async () => {
  const { context, page, requests } = await openPage(session);
  const before = requests.length;
  await page.evaluate(() => fetch("./flights.csv?again").then((response) => response.text()));
  assert.equal(requests.length, before + 1);
  await context.close();
});

test("the page's policy lets no data out to another host", async () => {
  const { context, page } = await openPage(session);
  const outcome = await page.evaluate(() =>
    fetch("http://127.0.0.1:9/").then(
      () => "sent",
      (error) => error.constructor.name,
    ),
  );
  assert.equal(outcome, "TypeError");
  const blocked = await page.evaluate(
    () =>
      new Promise((resolve) => {
        document.addEventListener("securitypolicyviolation", (event) =>
          resolve(event.effectiveDirective),
        );
        fetch("http://127.0.0.1:9/").catch(() => {});
      }),
  );
  assert.equal(blocked, "connect-src");
  await context.close();
});

test("a file that is no table is refused in words, and the page goes on", async () => {
  const { context, page } = await openPage(session);
  await page.setInputFiles("#file", {
    name: "empty.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("only a header\n"),
  });
  await page.waitForSelector("#data-error:not([hidden])");
  assert.match(await page.locator("#data-error").innerText(), /no rows below its first line/);
  await page.getByRole("button", { name: "Draw a private answer" }).click();
  await answer(page);
  await context.close();
});

test("the tabs work from the keyboard", async () => {
  const { context, page } = await openPage(session);
  await page.getByRole("tab", { name: "Median and quantiles" }).focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator("#panel-top-k").isVisible(), true);
  assert.equal(await page.locator("#panel-quantile").isVisible(), false);
  await context.close();
});

for (const width of [1280, 390]) {
  for (const colorScheme of ["light", "dark"]) {
    test(`the page fits ${width} pixels in the ${colorScheme} scheme`, async () => {
      const { context, page } = await openPage(session, {
        viewport: { width, height: 900 },
        colorScheme,
      });
      await page.getByRole("button", { name: "Draw a private answer" }).click();
      await answer(page);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.equal(overflow, 0);
      await page.screenshot({
        path: `${screenshots}/median-${width}-${colorScheme}.png`,
        fullPage: true,
      });
      await page.getByRole("tab", { name: "Top-k" }).click();
      await page.getByRole("button", { name: "Draw a private ranking" }).click();
      await page.waitForSelector("#answer .ranking");
      await page.screenshot({
        path: `${screenshots}/top-k-${width}-${colorScheme}.png`,
        fullPage: true,
      });
      await context.close();
    });
  }
}
