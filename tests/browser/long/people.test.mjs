// Realistic data: a person with several rows, groups, formats, and a ledger that outlives the page. Answers at
// a large epsilon are certain except with probability 1e-9.
import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import { startBrowser, visitPage } from "../page.mjs";
import {
  epsilonLeft,
  fillInKinds,
  openFile,
  openTab,
  readStep,
  release,
  setEpsilon,
  startAnother,
  useData,
} from "../visitor.mjs";

let session;

before(async () => {
  session = await startBrowser();
});

after(() => session?.close());

const visit = (use) => visitPage(session, use);

/** 1,000 people with two rows each: 900 in the north with 40, 99 in the south with 90, one alone. */
const rows = Array.from({ length: 2000 }, (_, row) => {
  const person = row % 1000;
  const town = person === 0 ? "lone" : person < 100 ? "south" : "north";
  return [`p${person}`, town, town === "south" ? 90 : 40];
});
const names = ["person", "town", "minutes"];
const csv = (name = "visits.csv") => ({
  ...{ name, mimeType: "text/csv" },
  buffer: Buffer.from([names, ...rows].map((row) => row.join(",")).join("\n")),
});

const select = (page, id, label) =>
  page.locator(`#panel-${id} .field:has(label:text-is("${label}")) select`);

test("a file opens only after its owner says what its columns are and whose row each is, and no choice is preset", () =>
  visit(async (page) => {
    await page.setInputFiles("#file", csv());
    await readStep(page);
    const bar = page.locator("#read .bar");
    assert.equal(await page.locator("#read [type=radio]:checked").count(), 0);
    assert.deepEqual(
      await page
        .locator("#read .column > select")
        .evaluateAll((all) => all.map(({ value }) => value)),
      ["", "", ""],
    );
    await bar.getByText("Say what the columns are.").waitFor();
    await useData(page);
    assert.equal(await page.evaluate(() => document.activeElement.id), "kind-0");
    await fillInKinds(page);
    await bar.getByText("Say whose row each is.").waitFor();
    await useData(page);
    assert.equal(await page.evaluate(() => document.activeElement.value), "row");
    await page.getByRole("button", { name: "Do not open it" }).click();
    assert.match(await page.locator("#data-summary").innerText(), /^Flights/);
    await openFile(page, csv(), { person: "person" });
    assert.match(
      await page.locator("#data-summary").innerText(),
      /2,000 rows; person, town, minutes\. A person is the column person: 1,000 people\./,
    );
  }));

test("a person counts once, with all rows, in every question", () =>
  visit(async (page) => {
    await openFile(page, csv(), { person: "person" });
    await select(page, "interior", "Column").selectOption("minutes");
    const median = await release(page, "interior");
    assert.match(median, /^What leaves this page|Adding or removing all rows of one user/);
    assert.match(median, /the true median weigh at most \d+ users/);
    await openTab(page, "top-k");
    await select(page, "top-k", "Column").selectOption("town");
    assert.match(await release(page, "top-k"), /all rows of one user/);
    await openTab(page, "thresholds");
    await select(page, "thresholds", "Value").selectOption("minutes");
    await select(page, "thresholds", "Label column").selectOption("town");
    await select(page, "thresholds", "Label to predict").selectOption("south");
    assert.match(await release(page, "thresholds"), /all rows of one user/);
    await openTab(page, "stream");
    await page.getByText("For people with several rows, keep one row of each").waitFor();
    assert.equal(await page.locator("#panel-stream button[type=submit]").isDisabled(), true);
  }));

// Six people get no answer 95 times in 100, and in 20 rehearsals always, except with probability 1e-26.
test("few people get no answer instead of one outside, and the picture states how often", () =>
  visit(async (page) => {
    const six = { ...csv("six.csv"), buffer: Buffer.from("who,pay\na,1\nb,2\nc,3\nd,4\ne,5\nf,6") };
    for (const [person, ones, often] of [
      [undefined, "records", /95(\.0)?% of draws have no answer/],
      ["who", "users", /\d% of draws have no answer/],
    ]) {
      await openFile(page, six, { person, name: `six ${ones}` });
      const panel = page.locator("#panel-interior");
      await select(page, "interior", "Column").selectOption("pay");
      await panel.getByText("any answer lies within the range of the data, however few").waitFor();
      await panel.locator("figcaption", { hasText: often }).waitFor();
      assert.match(
        await release(page, "interior"),
        new RegExp(`however few ${ones} there are; with at least [\\d,]+, there is an answer`),
      );
      assert.match(
        await panel.locator(".answer .value").innerText(),
        /^No answer: too few|^-?[\d.]/,
      );
    }
  }));

test("private groups omit small groups, and a list has an answer for each group", () =>
  visit(async (page) => {
    await openFile(page, csv(), { person: "person" });
    await startAnother(page, { epsilon: 100 });
    await page.waitForFunction(() => document.querySelector("#budget").textContent.includes("100"));
    await openTab(page, "groups");
    await setEpsilon(page, "groups", 10);
    await select(page, "groups", "Group by").selectOption("town");
    await select(page, "groups", "Delta").selectOption("1e-9"); // the probability of releasing a single person's group
    await page.locator("#panel-groups").getByLabel("Call the answer").fill("people by town");
    await release(page, "groups");
    const table = page.locator("#panel-groups table.answers tbody");
    const cells = async () => (await table.innerText()).split("\n").map((line) => line.split("\t"));
    const counts = await cells();
    assert.deepEqual(
      counts.map(([name]) => name),
      ["north", "south"],
    );
    // Noise of 1 / 8 a person: 10 off is e^-80.
    assert.ok(Math.abs(counts[0][1] - 900) < 10 && Math.abs(counts[1][1] - 99) < 10, `${counts}`);

    await select(page, "groups", "Which groups").selectOption("list");
    await page.getByLabel("names of the groups").fill("south\nnorth\n");
    await select(page, "groups", "Publish").selectOption("median");
    await select(page, "groups", "Of the column").selectOption("minutes");
    await select(page, "groups", "Possible values").selectOption("range");
    await page.locator('#panel-groups [aria-label="highest possible value"]').fill("120");
    await release(page, "groups");
    assert.deepEqual(await cells(), [
      ["south", "90"],
      ["north", "40"],
    ]);
    await page.locator("#panel-groups .leaves figure").waitFor();
    assert.match(await page.locator("#panel-groups .stays figcaption").innerText(), /3 largest/);

    await select(page, "groups", "Publish").selectOption("mean");
    await page.locator('#panel-groups [aria-label="highest possible value"]').fill("120");
    assert.match(await release(page, "groups"), /south\s+(8[5-9]|9[0-5])(\.\d+)?\s/);

    await openTab(page, "ledger");
    await page.waitForSelector("#panel-ledger tbody tr:nth-child(3)");
    const releases = page.getByRole("region", { name: "Releases", exact: true });
    assert.match(await releases.innerText(), /people by town: count by/);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download all answers" }).click(),
    ]);
    const { data, answers } = JSON.parse(readFileSync(await download.path(), "utf8"));
    assert.equal(data, "visits.csv");
    assert.equal(answers.length, 3);
    assert.equal(answers[0].record.label, "people by town");
    assert.deepEqual(answers[1].released.groups, [
      { group: "south", value: 90 },
      { group: "north", value: 40 },
    ]);
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator("main").isVisible(), false, "raw data are not printed");
    assert.match(await page.locator("#release-sheet").innerText(), /1\. people by town/);
  }));

test("the page counts people all together, and rows of different people", () =>
  visit(async (page) => {
    for (const [whose, count] of [
      [{ person: "person" }, 1000],
      [{}, 2000],
    ]) {
      await openFile(page, csv(), { ...whose, name: `visits ${count}` });
      await openTab(page, "groups");
      await setEpsilon(page, "groups", 2);
      await release(page, "groups");
      const cell = await page.locator("#panel-groups table.answers td").innerText();
      // Noise of 1 / 2: 25 off is e^-50.
      assert.ok(Math.abs(cell.replace(",", "") - count) < 25, cell);
    }
  }));

test("TSV, NDJSON and Parquet are opened like CSV", () =>
  visit(async (page) => {
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    const values = rows.map(([person, town, minutes]) => `('${person}','${town}',${minutes})`);
    const path = join(tmpdir(), `logstar-visits-${process.pid}.parquet`);
    await connection.run(
      `COPY (SELECT * FROM (VALUES ${values}) AS t(person, town, minutes)) TO '${path}' (FORMAT parquet, COMPRESSION zstd)`,
    );
    connection.closeSync();
    const files = {
      "visits.tsv": Buffer.from([names, ...rows].map((row) => row.join("\t")).join("\n")),
      "visits.ndjson": Buffer.from(
        rows
          .map((row) => JSON.stringify(Object.fromEntries(names.map((name, i) => [name, row[i]]))))
          .join("\n"),
      ),
      "visits.parquet": readFileSync(path),
    };
    for (const [name, buffer] of Object.entries(files)) {
      await openFile(page, { name, mimeType: "", buffer }, { person: "person" });
      assert.match(
        await page.locator("#data-summary").innerText(),
        /2,000 rows; person, town, minutes\. .*: 1,000 people\./,
      );
      await page.waitForFunction(() =>
        document.querySelector("#panel-interior select").textContent.includes("minutes"),
      );
    }
    rmSync(path);
  }));

test("the lesson shows what two exact reports reveal, and that private ones keep their factor", () =>
  visit(async (page) => {
    await page.getByRole("link", { name: "What could somebody learn otherwise?" }).click();
    const lesson = page.locator("#panel-lesson");
    await lesson.locator("figure").waitFor();
    assert.match(
      await lesson.innerText(),
      /The mean reveals it to the last digit: 9 × .* = 2,803,/,
    );
    const ratio = async () => {
      const [, most, allowed] = /more than ([\d.,]+) times .* allows ([\d.,]+)\./.exec(
        await lesson.locator("figcaption").innerText(),
      );
      return [most, allowed].map((text) => Number(text.replaceAll(",", "")));
    };
    for (const epsilon of [0.1, 1, 4]) {
      await setEpsilon(page, "lesson", epsilon);
      await page.waitForFunction(
        (text) => document.querySelector("#panel-lesson figcaption").textContent.includes(text),
        `epsilon ${epsilon} allows`,
      );
      const [most, allowed] = await ratio();
      assert.ok(most > 1 && most <= allowed * 1.001, `${most} of ${allowed}`);
    }
    await lesson.getByLabel("People in the team").fill("200");
    await page.waitForFunction(() =>
      document.querySelector("#panel-lesson").textContent.includes("200 ×"),
    );
    assert.equal(await epsilonLeft(page), 1.8, "it spends nothing");
  }));
