// Takes the README's two pictures of the page again. First `npm start`, which builds the page, then `node
// tests/browser/pictures.mjs`.
import { openPage, startBrowser } from "./page.mjs";
import { choose, openSample, ownPicture, release, setEpsilon } from "./visitor.mjs";

const browser = await startBrowser();

const { page } = await openPage(browser, {
  viewport: { width: 1280, height: 1500 },
  deviceScaleFactor: 0.8,
  colorScheme: "light",
  reducedMotion: "reduce",
});
await openSample(page, "flights");
await choose(page, "groups");
await setEpsilon(page, 0.4);
await release(page);
await ownPicture(page);
await page.waitForTimeout(500);
await page.screenshot({ path: "docs/demo.png" });

const { page: phone } = await openPage(browser, {
  viewport: { width: 390, height: 844 },
  colorScheme: "dark",
  reducedMotion: "reduce",
});
await openSample(phone, "penguins");
await choose(phone, "predict");
await release(phone);
await ownPicture(phone);
await phone.waitForTimeout(600);
await phone.screenshot({ path: "docs/demo-phone.png", fullPage: true });

await browser.close();
