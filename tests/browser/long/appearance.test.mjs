// Looks and readability of every state of the page: axe in both colour schemes and at two widths, no horizontal
// scrolling, and screenshots.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { pointer } from "../hands.mjs";
import { openPage, startBrowser } from "../page.mjs";
import { states, unexpected } from "../states.mjs";
import { violations } from "../violations.mjs";

const screenshots = fileURLToPath(new URL("../../../build/screenshots", import.meta.url));
let session;

before(async () => {
  mkdirSync(screenshots, { recursive: true });
  session = await startBrowser();
});

after(() => session?.close());

for (const width of [1280, 390]) {
  for (const colorScheme of ["light", "dark"]) {
    test(`every state is accessible in the ${colorScheme} scheme and fits ${width} pixels`, async () => {
      const { context, page, problems } = await openPage(session, {
        viewport: { width, height: 900 },
        colorScheme,
        reducedMotion: "reduce",
        serviceWorkers: "block",
      });
      const found = [];
      for (const [name, reach] of states) {
        await reach(page, pointer);
        await page.waitForTimeout(250);
        for (const one of await violations(page, { all: true })) found.push(`${name}: ${one}`);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (overflow > 0) found.push(`${name}: ${overflow} pixels beside the screen`);
        await page.screenshot({
          path: `${screenshots}/${name}-${width}-${colorScheme}.png`,
          fullPage: true,
        });
      }
      assert.deepEqual(found, []);
      assert.deepEqual(unexpected(problems), []);
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
