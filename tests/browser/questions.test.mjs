// The tabs of the demo page, used as by a person. Two visitors ask questions of the page's own data in turn,
// because opening a page takes longer than asking a question.
import assert from "node:assert/strict";
import { epsilonLeft, openTab, pictureOf, release, setEpsilon } from "./visitor.mjs";
import { spends, textOf, visitor } from "./visitors.mjs";

visitor(
  "a visitor sees one answer, and asks for more",
  {
    "a private median of real data at once, with its guarantee and accuracy": async (page) => {
      assert.match(await textOf(page, "#data-summary"), /10,000 rows/);
      const text = await textOf(page, "#panel-interior .answer");
      assert.match(text, /when the page opened/);
      const value = Number((await textOf(page, "#panel-interior .value")).replace(",", ""));
      assert.ok(value > 500 && value < 600, `${value}`); // 241 rows around the exact one, 550
      assert.match(text, /factor of at most 1\.23 \(epsilon 0\.2\)/);
      assert.match(text, /95% confidence, at most 241 records lie between/);
      const pictures = await pictureOf(page, "interior");
      assert.match(await pictures.innerText(), /exact law .*95 of 100 answers lie between/);
      assert.match(await textOf(page, "#panel-interior .never"), /Never share/);
      assert.equal(await epsilonLeft(page), 1.8);
    },

    "the top-k tab names the busiest airports and how sure that is": async (page) => {
      await openTab(page, "top-k");
      const rehearsed = await spends(page, 0, async () =>
        (await pictureOf(page, "top-k")).innerText(),
      );
      assert.match(rehearsed, /100 rehearsals/);
      const text = await spends(page, 0.3, () => release(page, "top-k"));
      const items = await page.locator("#panel-top-k .ranking li").allInnerTexts();
      assert.equal(items.length, 5);
      for (const item of items) assert.match(item, /^[A-Z]{3}$/);
      assert.match(text, /delta 0\.000001/);
    },

    "a stream is watched step by step for one charge, and can be stopped": async (page) => {
      await openTab(page, "stream");
      await pictureOf(page, "stream");
      const text = await spends(page, 0.8, () => release(page, "stream"));
      assert.match(text, /^\d+ of 13$/m);
      assert.match(text, /weeks in which more than 170 rows have delay above 15/);
      assert.equal(await page.locator("#panel-stream .strip i").count(), 13);
      // Day by day, stopped on the way: earlier answers stay, and were charged at the start. Their sentence once
      // took the threshold from the form after the last answer, when it could be another one.
      await page
        .locator("#panel-stream select")
        .first()
        .selectOption({ label: "date, day by day" });
      await setEpsilon(page, "stream", 0.5);
      await spends(page, 0.5, async () => {
        await page.locator("#panel-stream button[type=submit]:not([disabled])").click();
        await page.waitForSelector("#panel-stream .strip i:nth-child(4)");
        await page.getByLabel("Threshold, in rows").fill("3");
        await page.getByRole("button", { name: "Cancel" }).click();
        await page.waitForSelector("#panel-stream .guarantee");
      });
      const answers = await page.locator("#panel-stream .strip i").count();
      assert.ok(answers >= 4 && answers < 90, `${answers}`);
      const stopped = await textOf(page, "#panel-stream .answer");
      assert.match(
        stopped,
        /days in which more than 170 rows have delay above 15\. You stopped it there/,
      );
    },
  },
  { serviceWorkers: "allow" },
);

visitor(
  "a visitor comes by an address with the plan's name, and stays",
  {
    "which opens it: what is possible, every algorithm's need, and the papers' on request": async (
      page,
    ) => {
      assert.equal(await page.locator("#panel-plan").isVisible(), true);
      await page.waitForSelector("#panel-plan tbody tr");
      assert.equal(await page.locator("#panel-plan tbody tr").count(), 7);
      assert.match(await textOf(page, "#panel-plan .limit"), /any algorithm needs at least\s+17/);
      const best = () => textOf(page, "#panel-plan .best");
      assert.match(await best(), /cut choice \(taken by auto\)\s+35/);
      assert.match(await textOf(page, "#panel-plan tbody"), /HeavyPaths\s+2,753/);
      await page.locator("#panel-plan input[type=range]").first().fill("3");
      await page.waitForFunction(() =>
        document.querySelector("#panel-plan .best").textContent.includes("exponential"),
      );
      assert.match(await best(), /17/);
      await page.locator("#panel-plan input[type=checkbox]").check();
      await page.waitForFunction(() =>
        document
          .querySelector("#panel-plan figcaption")
          .textContent.includes("printed in the papers"),
      );
      assert.equal(await epsilonLeft(page), 1.8);
    },

    "a quantile, quartiles and an interior point are released with what each promises": async (
      page,
    ) => {
      await openTab(page, "interior");
      const field = (label, input) =>
        page.locator(`#panel-interior .field:has(label:text-is('${label}')) ${input}`);
      const publish = field("Publish", "select");
      await publish.selectOption("quantile");
      await field("Share of rows below", "input").fill("0.9");
      let text = await release(page, "interior");
      assert.match(text, /The 0\.9 quantile of distance/);
      assert.match(text, /true 9\/10 quantile/);
      await publish.selectOption("quartiles");
      await release(page, "interior");
      const values = (await textOf(page, "#panel-interior .value"))
        .split("·")
        .map((one) => Number(one.replace(",", "")));
      assert.equal(values.length, 3);
      assert.deepEqual(
        values,
        values.toSorted((a, b) => a - b),
      );
      const rehearsed = page.getByText(/A rehearsal: \d\d draws .* cost nothing/);
      await rehearsed.waitFor();
      await publish.selectOption("interior");
      assert.match(await release(page, "interior"), /A value between the extremes of distance/);
      assert.equal(await epsilonLeft(page), 1.2);
      // The algorithms whose need of records grows with log* of the domain, each with its own promise.
      const algorithm = field("Algorithm", "select");
      await algorithm.selectOption({ label: "TreeLog by slices" });
      await setEpsilon(page, "interior", 0.5);
      text = await release(page, "interior");
      assert.match(text, /between the smallest and the largest value/);
      assert.match(text, /delta 0\.000001/);
      const point = Number((await textOf(page, "#panel-interior .value")).replace(",", ""));
      assert.ok(point >= 30 && point <= 4475, `${point}`); // the shortest and the longest flight
      await algorithm.selectOption({ label: "TreeLog" });
      assert.equal(await page.getByLabel("Maximum number of rows").isVisible(), true);
      assert.match(await release(page, "interior"), /provided there are [\d,]+ to [\d,]+ records/);
    },
  },
  { path: "#plan" },
);
