// A visitor of the demo page who moves its sliders, opens data of their own and asks about those.
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { workbook } from "../cli/workbook.mjs";
import {
  busyVisits,
  epsilonLeft,
  openFile,
  openTab,
  pictureOf,
  release,
  salaries,
  setEpsilon,
} from "./visitor.mjs";
import { fieldOf, spends, textOf, visitor } from "./visitors.mjs";

visitor("a visitor moves sliders, and goes on to other data", {
  "sliders show other distributions and spend nothing; the button spends": async (page) => {
    const caption = page.locator("#panel-interior figcaption").first();
    const before = await caption.innerText();
    await spends(page, 0, async () => {
      for (const epsilon of [0.01, 0.1, 1, 10]) {
        await setEpsilon(page, "interior", epsilon);
        await page.waitForFunction(
          (old) => document.querySelector("#panel-interior figcaption").textContent !== old,
          before,
        );
      }
    });
    await setEpsilon(page, "interior", 0.5);
    const expected = page.locator("#panel-interior .expected");
    await page.waitForFunction(() =>
      document.querySelector("#panel-interior .expected").textContent.includes("97 records"),
    );
    assert.match(await expected.innerText(), /at most 97 records lie between/);
    await spends(page, 0.5, () => release(page, "interior"));
  },

  "the tabs and the form work from the keyboard": async (page) => {
    await page.locator("#tab-interior").focus();
    await page.keyboard.press("ArrowLeft");
    assert.equal(await page.locator("#panel-lesson").isVisible(), true);
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.locator("#panel-top-k").isVisible(), true);
    assert.equal(await page.locator("#panel-interior").isVisible(), false);
    assert.equal(new URL(page.url()).hash, "#top-k");
    // While a forecast is pending the button is locked, and Enter does nothing.
    await page.waitForSelector("#panel-top-k button[type=submit]:not([disabled])");
    await page.getByLabel("How many, k").focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector("#panel-top-k .guarantee");
  },

  "the thresholds tab learns from the penguins where one species begins": async (page) => {
    await openTab(page, "thresholds");
    await page.getByRole("button", { name: "Open the penguins" }).click();
    await page.waitForFunction(() =>
      document.querySelector("#data-summary").textContent.startsWith("Penguins"),
    );
    assert.match(await (await pictureOf(page, "thresholds")).innerText(), /exact law/);
    const text = await release(page, "thresholds");
    const [, value] = /^> (\d+)$/m.exec(text);
    assert.ok(Number(value) >= 200 && Number(value) <= 210, text); // 16 errors more than the best, 206
    assert.match(text, /Flipper Length \(mm\) > \d+ predicts Species = Gentoo/);
    assert.match(text, /mislabels at most 16 records more/);
    assert.equal(await epsilonLeft(page), 1.5);
  },

  "a workbook, a packed file and a JSON array of one's own open on the sealed page": async (
    page,
  ) => {
    const rows = Array.from({ length: 3000 }, (_, i) => [`p${i}`, 40000 + i]);
    const objects = rows.map(([person, salary]) => ({ person, salary }));
    const csv = ["person,salary", ...rows.map((row) => row.join(","))].join("\n");
    for (const [name, buffer] of Object.entries({
      "pay.xlsx": workbook({ Pay: [["person", "salary"], ...rows] }),
      "pay.csv.gz": gzipSync(csv),
      "pay.json": Buffer.from(JSON.stringify(objects)),
    })) {
      await openFile(page, { name, mimeType: "", buffer: Buffer.from(buffer) });
      assert.match(await textOf(page, "#data-summary"), /3,000 rows; person, salary/, name);
    }
  },

  "a person's own CSV is asked, with a ledger of its own": async (page) => {
    await openFile(page, salaries);
    assert.match(await textOf(page, "#data-summary"), /3,000 rows; person, salary, town/);
    assert.equal(await epsilonLeft(page), 2, "nothing is drawn from a file unasked");
    await openTab(page, "interior");
    assert.match(await textOf(page, "#panel-interior .answer"), /Nothing yet/);
    await setEpsilon(page, "interior", 0.5);
    await release(page, "interior");
    const value = Number((await textOf(page, "#panel-interior .value")).replaceAll(",", ""));
    assert.ok(value > 46000 && value < 54000, `${value}`);
    await openTab(page, "top-k");
    await page.locator("#panel-top-k select").first().selectOption("town");
    assert.match(await release(page, "top-k"), /Only 3 of 5 stand out/);
    const towns = await page.locator("#panel-top-k .ranking li").allInnerTexts();
    assert.deepEqual(towns.toSorted(), ["Bergen, west", "Hamar", "Oslo"]);
    assert.equal(await epsilonLeft(page), 1.2);
    await page.getByRole("button", { name: "Flights", exact: true }).click();
    await page.waitForFunction(() =>
      document.querySelector("#budget").textContent.includes("left: 1 of"),
    );
    await openFile(page, salaries);
    assert.equal(await epsilonLeft(page), 1.2, "the same data again go on with their ledger");
  },

  "where a person has several rows, the typical person and the typical row are two answers": async (
    page,
  ) => {
    await openTab(page, "interior");
    const choice = fieldOf(page, "interior", "Of interest is");
    assert.equal(await choice.isVisible(), false, "each row is another person's");
    await openFile(page, busyVisits, { person: "person" });
    await fieldOf(page, "interior", "Column").selectOption("minutes");
    // Both have 100 people or 300 rows between them and the other value: an error of this size has probability
    // 1e-40.
    await setEpsilon(page, "interior", 1);
    await release(page, "interior");
    assert.equal(await textOf(page, "#panel-interior .value"), "10");
    await choice.selectOption({ label: "the typical row" });
    await page.getByLabel("most rows of a person").locator("visible=true").fill("9");
    const text = await spends(page, 1, () => release(page, "interior"));
    assert.match(text, /at most 9 rows of each user count, chosen at random/);
    assert.equal(await textOf(page, "#panel-interior .value"), "90");
  },

  "a median comes with the interval that it was asked for": async (page) => {
    // Other data, with a ledger of their own.
    const buffer = Buffer.concat([salaries.buffer, Buffer.from("p3000,50000,Oslo\n")]);
    await openFile(page, { ...salaries, name: "more.csv", buffer });
    await openTab(page, "interior");
    await fieldOf(page, "interior", "And an interval").selectOption("population");
    await setEpsilon(page, "interior", 1);
    await release(page, "interior");
    const text = (await textOf(page, "#panel-interior .value")).replaceAll(",", "");
    const found = /^(\d+(?:\.\d+)?) and with 95% confidence between ([\d.]+) and ([\d.]+)$/.exec(
      text,
    );
    assert.ok(found !== null, text);
    const [value, low, high] = found.slice(1).map(Number);
    assert.ok(low <= value && value <= high && high - low < 10_000, text);
  },

  "a guess of where most values are is told in words, and named by the answer": async (page) => {
    await page.getByRole("button", { name: "Flights", exact: true }).click();
    await page.waitForFunction(() =>
      document.querySelector("#data-summary").textContent.startsWith("Flights"),
    );
    await fieldOf(page, "interior", "Most values are").selectOption({ label: "I know it roughly" });
    const panel = page.locator("#panel-interior");
    assert.match(
      await panel.innerText(),
      /Only if you know it without looking.*\n+roughly between/,
    );
    const end = (name) => panel.getByLabel(name);
    await end("where most values begin").fill("3000");
    await end("where most values end").fill("100");
    await page.waitForFunction(() =>
      document.querySelector("#panel-interior .expected").textContent.includes("the smaller one"),
    );
    await end("where most values begin").fill("50");
    await end("where most values end").fill("3000");
    await setEpsilon(page, "interior", 0.1);
    await spends(page, 0.1, () => release(page, "interior"));
    const all = await page.locator("#panel-interior .answer details pre").textContent();
    assert.match(all, /expected from 50 to 3000/);
    assert.match(await (await pictureOf(page, "interior")).innerText(), /A rehearsal/);
  },

  "of values whose range nobody knows a mean and a total are within one that is found, which the answer names":
    async (page) => {
      await openFile(page, salaries);
      await openTab(page, "groups");
      await fieldOf(page, "groups", "Publish").selectOption({ label: "the mean" });
      await fieldOf(page, "groups", "Of the column").selectOption("salary");
      const values = fieldOf(page, "groups", "Possible values");
      await values.selectOption({ label: "I do not know the range" });
      const panel = page.locator("#panel-groups");
      assert.match(
        await panel.locator(".ask").innerText(),
        /two fifths of epsilon find a range .* Values beyond it are clamped to the nearer end/,
      );
      await setEpsilon(page, "groups", 0.5);
      await page.waitForFunction(() =>
        document
          .querySelector("#panel-groups .expected")
          .textContent.includes("values clamped to the found range"),
      );
      // From 20,000 to 79,980: each of three powers of two has at least 620 people, and 160 suffice. Other
      // ranges appear 5 times in 1,000.
      const checkTold = (text) => {
        const [, from, to] = /(?:Values|Totals) clamped to the found range, (\S+) to (\S+)/.exec(
          text,
        );
        const numberOf = (end) => Number(end.replaceAll(",", ""));
        assert.ok(numberOf(from) <= 16_384 && numberOf(to) >= 131_072, text);
      };
      const numbersOf = async () => {
        const cells = await panel.locator(".answers td.number").allInnerTexts();
        return cells.map((text) => Number(text.replaceAll(",", "")));
      };
      checkTold(await spends(page, 0.5, () => release(page, "groups")));
      assert.match(await panel.locator(".answer pre").textContent(), /"foundRange"/);
      const [mean, off] = await numbersOf();
      assert.ok(Math.abs(mean - 49_990) <= 10 * off, `${mean}, ${off}`);
      await fieldOf(page, "groups", "Publish").selectOption({ label: "the total" });
      assert.equal(await values.inputValue(), "every");
      checkTold(await spends(page, 0.5, () => release(page, "groups")));
      const [total, error] = await numbersOf();
      assert.ok(Math.abs(total - 149_970_000) <= 10 * error, `${total}, ${error}`);
      await (await pictureOf(page, "groups")).getByText("The true totals").waitFor();
    },
});
