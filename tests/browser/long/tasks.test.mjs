// A new user with a payroll, a survey and the events of an app: from the start of the page to two answers by
// clicks only, at two widths and in both schemes, each step photographed.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { startBrowser, visitPage } from "../page.mjs";
import { tasks } from "../tasks.mjs";

const screenshots = fileURLToPath(new URL("../../../build/screenshots/tasks", import.meta.url));
let session;

before(async () => {
  mkdirSync(screenshots, { recursive: true });
  session = await startBrowser();
});

after(() => session?.close());

for (const [width, colorScheme] of [
  [1280, "light"],
  [390, "dark"],
  [1280, "dark"],
  [390, "light"],
]) {
  for (const [name, { steps, says }] of Object.entries(tasks)) {
    test(`a new user does the task of the ${name} at ${width} pixels in the ${colorScheme} scheme`, () =>
      visitPage(
        session,
        async (page) => {
          for (const [at, [words, step]] of steps.entries()) {
            await step(page);
            await page.waitForTimeout(150);
            const file = `${name}-${String(at + 1).padStart(2, "0")}-${words.replaceAll(" ", "-")}`;
            await page.screenshot({
              path: `${screenshots}/${file}-${width}-${colorScheme}.png`,
              fullPage: true,
            });
          }
          assert.match(await page.locator("#answer").innerText(), says);
        },
        { viewport: { width, height: 900 }, colorScheme, serviceWorkers: "block" },
      ));
  }
}
