// Takes the README's two pictures of the page again. First `npm start`, which builds the page, then `node
// tests/browser/pictures.mjs`.
import { openPage, startBrowser } from "./page.mjs";
import { openTab, release, setEpsilon } from "./visitor.mjs";

const browser = await startBrowser();

const { page } = await openPage(browser, {
  viewport: { width: 1280, height: 1800 },
  deviceScaleFactor: 0.8,
  colorScheme: "light",
  reducedMotion: "reduce",
});
await openTab(page, "groups");
await page
  .locator('#panel-groups .field:has(label:text-is("Publish")) select')
  .selectOption("median");
await setEpsilon(page, "groups", 0.25);
await release(page, "groups");
await page.waitForSelector("#panel-groups .stays figure");
await page.evaluate(() => scrollTo(0, 0));
await page.waitForTimeout(500);
await page.screenshot({ path: "docs/demo.png" });

const { page: phone } = await openPage(browser, {
  viewport: { width: 390, height: 1500 },
  colorScheme: "dark",
  reducedMotion: "reduce",
});
await phone.getByRole("button", { name: "Penguins", exact: true }).click();
await openTab(phone, "thresholds");
await release(phone, "thresholds");
await phone.waitForSelector("#panel-thresholds figure");
await phone.waitForTimeout(600);
const [top, bottom] = await phone.evaluate(() => {
  const [first, last] = [".leaves", ".stays"].map((part) =>
    document.querySelector(`#panel-thresholds ${part}`).getBoundingClientRect(),
  );
  return [first.top + scrollY, last.bottom + scrollY];
});
const clip = { x: 0, y: top - 14, width: 390, height: bottom - top + 28 };
await phone.screenshot({ path: "docs/demo-phone.png", fullPage: true, clip });

await browser.close();
