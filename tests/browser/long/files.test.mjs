// Files opened in the page: dropped on it, with odd lines, and invalid tables.
import assert from "node:assert/strict";
import { test } from "node:test";
import { workbook } from "../../cli/workbook.mjs";
import { shows } from "../shown.mjs";
import {
  choose,
  fillInKinds,
  openFile,
  readStep,
  release,
  sayWhose,
  setEpsilon,
  useData,
} from "../visitor.mjs";
import { valueIn, visit } from "../visitors.mjs";

const csv = (name, text) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

/** As in the public file: the second field continues after its closing quote. */
const odd =
  '5402,"Stand Back " Said the Elephant  "I\'m Going to Sneeze!",Patricia Thomas,4.07,2000';

const books = Array.from(
  { length: 3000 },
  (_, i) => `${i},"Title ${i}, part 2",An author,${1 + (i % 40) / 10},${i}`,
);

const header = "bookID,title,authors,average_rating,num_pages";

// Cause: the page ignored the parser's errors; a stray quote swallowed all lines up to the next one.
test("a line with a stray quote costs only itself, and the page shows the number of skipped lines", () =>
  visit(async (page) => {
    const lines = books.toSpliced(20, 0, odd).toSpliced(900, 0, odd, '7,"never closed,x,1,2');
    const file = csv("books.csv", `${header}\n${lines.join("\n")}\n`);
    await page.setInputFiles("#file", file);
    await fillInKinds(page);
    await page
      .getByText(/^3 lines are malformed and are skipped: line 22 \(a quote too many/)
      .waitFor();
    await sayWhose(page);
    await page.locator("#stepper", { hasText: "books.csv, 3,000 people" }).waitFor();
    await choose(page, "typical");
    await page.getByLabel("Of which column?").selectOption("num_pages");
    const text = await release(page);
    const value = await valueIn(page);
    assert.ok(value > 1200 && value < 1800, `${value}`);
    assert.doesNotMatch(text, /malformed|skipped/i, "it is in no record");
  }));

test("line breaks in fields are read on request", () =>
  visit(async (page) => {
    const lines = books.map((line, i) => (i % 3 === 0 ? line.replace(", part", ",\npart") : line));
    await page.setInputFiles("#file", csv("breaks.csv", `${header}\n${lines.join("\n")}\n`));
    await fillInKinds(page);
    await page.getByLabel("Each row is a different person").check();
    const bar = page.locator("#read .bar");
    await bar
      .getByText("2,000 rows. All cells can be read. 2,000 malformed lines skipped.")
      .waitFor();
    await page.getByText("Do fields hold line breaks?").waitFor();
    await page.locator("#read .written summary").click();
    await page.getByLabel("Fields hold line breaks").check();
    await bar.getByText("3,000 rows. All cells can be read.").waitFor();
    await useData(page);
    await page.locator("#stepper", { hasText: "breaks.csv, 3,000 people" }).waitFor();
  }));

test("a malformed first line is rejected with an explanation, and the earlier data stay", () =>
  visit(async (page) => {
    await page.setInputFiles("#file", csv("bad.csv", '"a,b\n1,2\n'));
    await page.waitForSelector("#page-error:not([hidden])");
    assert.match(await page.locator("#page-error").innerText(), /^The first line must name/);
    await page.setInputFiles("#file", csv("ragged.csv", "a,b\n1\n2\n"));
    await page.locator("#kind-0").selectOption({ label: "Text" });
    await page.locator("#read .bar .error", { hasText: "Skipped malformed lines: 2" }).waitFor();
    await page.getByRole("button", { name: "Do not open it" }).click();
    await shows(page, "#/data");
  }));

// Regression: non-numeric cells did not count, and the owner was not told.
test("cells that a column's kind cannot read are counted and shown before the file is opened, and after", () =>
  visit(async (page) => {
    const rows = Array.from({ length: 2000 }, (_, i) =>
      i % 40 === 3 ? `p${i},about ${i}` : `p${i},"1,${100 + (i % 900)}.50"`,
    );
    rows[500] = "a,b,c";
    await page.setInputFiles("#file", csv("money.csv", `person,spent\n${rows.join("\n")}\n`));
    await readStep(page);
    await page.locator("#kind-0").selectOption({ label: "Text" });
    const count = page.locator("#count-1");
    assert.equal(await count.innerText(), "not read");
    await page.locator("#kind-1").selectOption({ label: "Number 1.234,5" });
    await count.getByText("1,999 of 1,999 cannot be read").waitFor();
    await page.locator("#kind-1").selectOption({ label: "Number 1,234.5" });
    await count.getByText("50 of 1,999 cannot be read: “about 3” in line 5").waitFor();
    const first = page.locator("#read .first20 tbody");
    await first.getByText("✕ about 3").waitFor();
    assert.match(await first.innerText(), /p0\s+1100\.5\s/);
    assert.match(
      await page.locator("#read").innerText(),
      /1 line is malformed and is skipped: line 502 \(3 fields where the first line has 2\)\./,
    );
    await page.getByLabel("Each row is a different person").check();
    await page
      .getByText(
        "1,999 rows. 50 cells cannot be read and count as missing. 1 malformed line skipped.",
      )
      .waitFor();
    await useData(page);
    await shows(page, "#/ask");
    await choose(page, "typical");
    await page.getByLabel("Of which column?").selectOption("spent");
    await setEpsilon(page, 0.8);
    await release(page);
    const value = await valueIn(page);
    assert.ok(value > 1400 && value < 1700, `${value}`);
  }));

test("numbers and dates of any form are read as their owner says, and only they", () =>
  visit(async (page) => {
    const rows = Array.from(
      { length: 300 },
      (_, i) => `(${1000 + i} kr);${1 + (i % 28)} Mar 2025;${i}`,
    );
    await page.setInputFiles("#file", csv("forms.csv", `\npaid;on;other\n${rows.join("\n")}\n`));
    await readStep(page);
    await page.locator("#kind-0").selectOption({ label: "Another number …" });
    const form = (column) => page.locator("#read .column").nth(column);
    await form(0).getByLabel("Texts beside it").fill("kr");
    await form(0).getByLabel("(12) is −12").check();
    await page.locator("#kind-1").selectOption({ label: "Another date …" });
    await page.locator("#count-1").getByText("no such form").waitFor();
    await form(1).getByLabel("Form of its dates").fill("%d %b %Y");
    await page.locator("#count-1").getByText("all read").waitFor();
    await page.locator("#count-0").getByText("all read").waitFor();
    const first = page.locator("#read .first20 tbody");
    assert.match(await first.innerText(), /-1000\s+2025-03-01\s/);
    await page.getByLabel("Each row is a different person").check();
    await useData(page);
    await shows(page, "#/ask");
    await choose(page, "stream");
    await page
      .getByLabel("Step through")
      .getByText("on, day by day")
      .waitFor({ state: "attached" });
  }));

test("names in another encoding are rejected with their line, and open if the encoding is given", () =>
  visit(async (page) => {
    const names = ["é", "è"].flatMap((e) => Array.from({ length: 100 }, (_, i) => `Jos${e}${i}`));
    const buffer = Buffer.from(
      `person,v\n${names.map((name) => `${name},1`).join("\n")}`,
      "latin1",
    );
    await page.setInputFiles("#file", { name: "latin.csv", mimeType: "text/csv", buffer });
    await page
      .getByText(/Line 2 holds bytes that are not UTF-8: people of different names/)
      .waitFor();
    await page.locator("#read .bar").getByText("Choose the encoding.").waitFor();
    await page.getByLabel("Encoding").selectOption("windows-1252");
    await page.getByText("Reads as: José0, José1").waitFor();
    await sayWhose(page, { person: "person" });
    await page.locator("#stepper", { hasText: "latin.csv, 200 people" }).waitFor();
  }));

test("the sheet of a workbook and the line of its names are its owner's choice", () =>
  visit(async (page) => {
    const rows = Array.from({ length: 300 }, (_, i) => [`p${i}`, i]);
    const buffer = Buffer.from(
      workbook({
        Notes: [["read me"], ["no data"]],
        "Pay & more": [["Pay of 2025"], ["who", "pay"], ...rows],
      }),
    );
    await page.setInputFiles("#file", { name: "pay.xlsx", mimeType: "", buffer });
    await readStep(page);
    await page.locator("#read .written summary").click();
    await page.getByLabel("Sheet").selectOption({ label: "Pay & more" });
    await page.getByLabel("Line of the names").fill("2");
    await page.getByLabel("Line of the names").blur();
    await page
      .locator("#read .written summary")
      .getByText("sheet Pay & more, names in line 2")
      .waitFor();
    await sayWhose(page, { person: "who" });
    await page.locator("#stepper", { hasText: "pay.xlsx, 300 people" }).waitFor();
  }));

test("a file dropped on the page is opened", () =>
  visit(async (page) => {
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      const rows = Array.from({ length: 500 }, (_, i) => `${i}`).join("\n");
      transfer.items.add(new File([`age\n${rows}\n`], "ages.csv", { type: "text/csv" }));
      return transfer;
    });
    await page.dispatchEvent("main", "drop", { dataTransfer: dropped });
    await sayWhose(page);
    await page.locator("#stepper", { hasText: "ages.csv, 500 people" }).waitFor();
  }));

test("files that are not tables are rejected with an explanation, and the page continues", () =>
  visit(async (page) => {
    const refused = async (name, text) => {
      await page.setInputFiles("#file", { name, mimeType: "text/csv", buffer: Buffer.from(text) });
      await page.waitForSelector("#page-error:not([hidden])");
      return page.locator("#page-error").innerText();
    };
    assert.match(await refused("empty.csv", ""), /no rows below its first line/);
    assert.match(await refused("array.csv", "[1, 2]"), /is a JSON array of lists or values; /);
    assert.match(
      await refused("book.xlsx", "PK\u0003\u0004[Content_Types].xml"),
      /a workbook that cannot be read; /,
    );
    await page.setInputFiles("#file", {
      ...{ name: "header.csv", mimeType: "text/csv", buffer: Buffer.from("only a header\n") },
    });
    await page.locator("#kind-0").selectOption({ label: "Text" });
    await page
      .locator("#read .error")
      .getByText(/no rows below its first line/)
      .waitFor();
    await page.getByRole("button", { name: "Do not open it" }).click();
  }));

test("a file without numbers disables the questions about numbers", () =>
  visit(async (page) => {
    const buffer = Buffer.from(`word\n${"yes\nno\nno\n".repeat(50)}`);
    await openFile(page, { name: "words.csv", mimeType: "text/csv", buffer });
    await choose(page, "typical");
    await page.getByText("no column for this question").waitFor();
    assert.equal(await page.locator("#go").isVisible(), false);
    await choose(page, "common");
    await setEpsilon(page, 0.8);
    assert.match(await release(page), /1\. no\s+2\. yes/);
  }));
