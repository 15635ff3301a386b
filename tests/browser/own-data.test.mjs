// A visitor of the page who opens files of their own and asks about those.
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { workbook } from "../cli/workbook.mjs";
import {
  busyVisits,
  canAsk,
  choose,
  epsilonLeft,
  openFile,
  openSample,
  release,
  salaries,
  setEpsilon,
} from "./visitor.mjs";
import { valueIn, visitor } from "./visitors.mjs";

visitor("a visitor asks about files of their own", {
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
      assert.match(await page.locator("#stepper .sum").first().innerText(), /, 3,000 people/, name);
    }
  },

  "a person's own CSV is asked, with a budget of its own": async (page) => {
    await openFile(page, salaries);
    await choose(page, "typical");
    assert.equal(await epsilonLeft(page), 2, "nothing is drawn from a file unasked");
    assert.match(await page.locator("#answer").innerText(), /Nothing is released yet/);
    assert.match(
      await page.locator("#open-ledger").innerText(),
      /About 10 more answers like this/i,
    );
    await page.getByLabel("Of which column?").selectOption("salary");
    await setEpsilon(page, 0.4);
    await release(page);
    const value = await valueIn(page);
    assert.ok(value > 46000 && value < 54000, `${value}`);
    await choose(page, "common");
    await page.getByLabel("Of which column?").selectOption("town");
    assert.match(await release(page), /Only 3 of 5 stand out/);
    assert.equal(await epsilonLeft(page), 1.2);
    await openSample(page, "flights");
    await openFile(page, salaries);
    await choose(page, "typical");
    assert.equal(await epsilonLeft(page), 1.2, "the same data again go on with their budget");
  },

  "where a person has several rows, the typical person and the typical row are two answers": async (
    page,
  ) => {
    await choose(page, "typical");
    const row = page.getByLabel(/^the typical row/);
    assert.equal(await row.isVisible(), false, "each row is another person's");
    await openFile(page, busyVisits, { person: "person" });
    await choose(page, "typical");
    await page.getByLabel("Of which column?").selectOption("minutes");
    // Both have 100 people or 300 rows between them and the other value.
    await setEpsilon(page, 0.8);
    await release(page);
    assert.equal(await valueIn(page), 10);
    await row.check();
    await page.getByLabel("most rows of a person").fill("9");
    assert.match(await release(page), /at most 9 rows of each user count, chosen at random/);
    assert.equal(await valueIn(page), 90);
  },

  "a budget that is too short says so before anything is drawn": async (page) => {
    await choose(page, "typical");
    await setEpsilon(page, 0.8); // 0.4 is left
    await page.getByText("More than is left.").waitFor();
    assert.equal(await page.locator("#go").isDisabled(), true);
    await page.getByRole("button", { name: "Make it rougher, so that it fits" }).click();
    await canAsk(page);
    assert.equal(await page.locator("#exact").inputValue(), "3");
  },

  "limits that nobody knows are found for a mean, and the answer names them": async (page) => {
    await openFile(page, { ...salaries, name: "more.csv" });
    await choose(page, "typical");
    await page.getByLabel("Of which column?").selectOption("salary");
    await page.getByLabel("Which value?").selectOption("mean");
    await page.getByText("two fifths of this answer's budget find limits").waitFor();
    await setEpsilon(page, 0.8);
    await release(page);
    assert.match(await page.locator(".answer pre").textContent(), /"foundRange"/);
    assert.ok(Math.abs((await valueIn(page)) - 49_990) < 5000);
  },
});
