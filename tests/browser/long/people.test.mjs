// Realistic data: a person with several rows, groups, and formats. Answers at a large epsilon are certain except with
// probability 1e-9.
import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import { shows } from "../shown.mjs";
import {
  choose,
  fillInKinds,
  openFile,
  readStep,
  release,
  setEpsilon,
  useData,
} from "../visitor.mjs";
import { visit } from "../visitors.mjs";

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

test("a file opens only after its owner says what its columns are and whose row each is, and no choice is preset", () =>
  visit(async (page) => {
    await page.setInputFiles("#file", csv());
    await readStep(page);
    const bar = page.locator("#read .bar");
    assert.equal(await page.locator("#read [type=radio]:checked").count(), 0);
    const kinds = page.locator("#read .column > select");
    assert.deepEqual(await kinds.evaluateAll((all) => all.map(({ value }) => value)), ["", "", ""]);
    await bar.getByText("Say what the columns are.").waitFor();
    await useData(page);
    assert.equal(await page.evaluate(() => document.activeElement.id), "kind-0");
    await fillInKinds(page);
    await bar.getByText("Say whose row each is.").waitFor();
    await useData(page);
    assert.equal(await page.evaluate(() => document.activeElement.value), "row");
    await page.getByRole("button", { name: "Do not open it" }).click();
    await shows(page, "#/data");
    await openFile(page, csv(), { person: "person" });
    assert.match(await page.locator("#stepper").innerText(), /visits\.csv, 1,000 people/);
  }));

test("a person counts once, with all rows, in every question", () =>
  visit(async (page) => {
    await openFile(page, csv(), { person: "person" });
    await choose(page, "typical");
    await page.getByLabel("Of which column?").selectOption("minutes");
    const median = await release(page);
    assert.match(median, /Adding or removing all rows of one user/);
    assert.match(median, /the true median weigh at most \d+ users/);
    await choose(page, "common");
    await page.getByLabel("Of which column?").selectOption("town");
    assert.match(await release(page), /all rows of one user/);
    await choose(page, "predict");
    await page.getByLabel("What is to be predicted?").selectOption("town");
    await page.getByLabel("being").fill("south");
    assert.match(await release(page), /all rows of one user/);
    await choose(page, "count");
    await setEpsilon(page, 0.8);
    assert.match(await release(page), /^May be published/);
    const count = await page.locator("#answer .value").innerText();
    // Noise of 1 / 0.8: 50 off is e^-40.
    assert.ok(Math.abs(Number(count.replace("about ", "").replace(",", "")) - 1000) < 50, count);
    await choose(page, "slices");
    await setEpsilon(page, 0.05);
    await page.getByRole("button", { name: "Take slice 2 away" }).click();
    await page.getByLabel("Of several rows counts").selectOption("max");
    const slices = await release(page);
    assert.match(slices, /the lowest 1,000 by/);
    assert.match(slices, /all rows of one user/);
    await choose(page, "stream");
    await page.getByText("each row has to be a different person").waitFor();
    assert.equal(await page.locator("#go").isVisible(), false);
  }));

// Six people get no answer 95 times in 100.
test("few people get no answer instead of one outside, and a warning before", () =>
  visit(async (page) => {
    const six = { ...csv("six.csv"), buffer: Buffer.from("who,pay\na,1\nb,2\nc,3\nd,4\ne,5\nf,6") };
    await openFile(page, six, { person: "who" });
    await choose(page, "typical");
    await page.getByText("Your 6 people are few for this").waitFor();
    const text = await release(page);
    assert.match(text, /Too few to say[\s\S]*there is an answer|about/);
  }));

test("private groups omit small groups, and a list has an answer for each group", () =>
  visit(async (page) => {
    await openFile(page, csv(), { person: "person" });
    await choose(page, "groups");
    await page.getByLabel("For each").selectOption("town");
    await page.getByLabel("Show").selectOption("count");
    await setEpsilon(page, 0.8);
    await page.getByLabel("Call it").fill("people by town");
    assert.match(await release(page), /people by town: How many people by town/);
    const cells = () =>
      page
        .locator("#answer .groups tbody tr")
        .evaluateAll((all) =>
          all.map((row) => [
            row.querySelector("th").textContent,
            row.querySelector("b")?.textContent,
          ]),
        );
    const counts = Object.fromEntries(await cells());
    assert.equal(counts.lone, undefined, "a group of one person");
    assert.ok(Math.abs(counts.north - 900) < 60, JSON.stringify(counts)); // 60 off is e^-40
    await choose(page, "groups");
    await page.getByLabel("Which groups?").selectOption("list");
    await page.getByLabel("Their names, one a line").fill("south\nnorth\n");
    await page.getByLabel("Show").selectOption("median");
    await page.getByLabel("Of which column?").selectOption("minutes");
    await page.getByLabel(/^I know between which values all lie/).check();
    await page.getByLabel("lowest possible value").fill("0");
    await page.getByLabel("highest possible value").fill("120");
    await release(page);
    const medians = Object.fromEntries(await cells());
    assert.equal(medians.north, "40");
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
      assert.match(await page.locator("#stepper").innerText(), /, 1,000 people/);
      await choose(page, "typical");
      assert.match(await page.getByLabel("Of which column?").innerText(), /minutes/);
    }
    rmSync(path);
  }));
