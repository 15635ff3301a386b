// Files opened in the page: dropped on it, with odd lines, and invalid tables.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBrowser, visitPage } from "../page.mjs";
import {
  epsilonLeft,
  leaveOut,
  openFile,
  openTab,
  release,
  sayWhose,
  setEpsilon,
} from "../visitor.mjs";

let session;

before(async () => {
  session = await startBrowser();
});

after(() => session?.close());

const visit = (use) => visitPage(session, use);

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
    await openFile(page, csv("books.csv", `${header}\n${lines.join("\n")}\n`), { without: true });
    assert.match(
      await page.locator("#data-summary").innerText(),
      /^books\.csv: 3,000 rows; bookID/,
    );
    assert.match(
      await page.locator("#data-left-out").innerText(),
      /^Skipped 3 malformed lines: .* This number stays in the page\.$/,
    );
    await page.locator("#panel-interior select").first().selectOption("num_pages");
    const text = await release(page, "interior");
    const value = Number(
      (await page.locator("#panel-interior .value").innerText()).replace(",", ""),
    );
    assert.ok(value > 1200 && value < 1800, `${value}`);
    assert.doesNotMatch(text, /left ?out/i, "it is in no record");
    await page.getByRole("button", { name: "Penguins", exact: true }).click();
    await page.waitForFunction(() =>
      document.querySelector("#data-summary").textContent.startsWith("Penguins"),
    );
    assert.equal(await page.locator("#data-left-out").isVisible(), false);
  }));

test("a file with line breaks in fields is read again on request, with the same ledger", () =>
  visit(async (page) => {
    const lines = books.map((line, i) => (i % 3 === 0 ? line.replace(", part", ",\npart") : line));
    await openFile(page, csv("breaks.csv", `${header}\n${lines.join("\n")}\n`), { without: true });
    const summary = page.locator("#data-summary");
    assert.match(await summary.innerText(), /2,000 rows/);
    assert.match(
      await page.locator("#data-left-out").innerText(),
      /^Skipped 2,000 malformed lines/,
    );
    await release(page, "interior");
    const left = await epsilonLeft(page);
    assert.ok(left < 2);
    await page.getByLabel("Fields contain line breaks").check();
    await page.waitForFunction(() =>
      document.querySelector("#data-summary").textContent.includes("3,000 rows"),
    );
    assert.equal(await page.locator("#data-left-out").isVisible(), false);
    assert.equal(await epsilonLeft(page), left);
    await page.getByLabel("Fields contain line breaks").uncheck();
    await leaveOut(page);
    await page.waitForFunction(() =>
      document.querySelector("#data-summary").textContent.includes("2,000 rows"),
    );
  }));

test("a malformed first line is rejected with an explanation, and the earlier data stay", () =>
  visit(async (page) => {
    await page.setInputFiles("#file", csv("bad.csv", '"a,b\n1,2\n'));
    await page.waitForSelector("#data-error:not([hidden])");
    assert.match(await page.locator("#data-error").innerText(), /^The first line must name/);
    await page.setInputFiles("#file", csv("ragged.csv", "a,b\n1\n2\n"));
    await sayWhose(page);
    await page.waitForFunction(() =>
      document.querySelector("#data-error").textContent.includes("Skipped malformed lines: 2"),
    );
    assert.match(await page.locator("#data-summary").innerText(), /^Flights/);
  }));

// Regression: non-numeric cells did not count, and the owner was not told.
test("a partly unreadable file opens after its owner agrees to the listed omissions", () =>
  visit(async (page) => {
    const rows = Array.from({ length: 2000 }, (_, i) =>
      i % 40 === 3 ? `p${i},"1,${100 + i}.50"` : `p${i},${i}`,
    );
    rows[500] = "a,b,c";
    const file = csv("money.csv", `person,spent\n${rows.join("\n")}\n`);
    await page.setInputFiles("#file", file);
    await sayWhose(page, { person: "person" });
    await page.waitForSelector("#unread-dialog[open]");
    await page.getByRole("button", { name: "Do not open it" }).click();
    await page.getByText("was stopped, as some of it cannot be read").waitFor();
    assert.match(await page.locator("#data-summary").innerText(), /^Flights/);
    await page.setInputFiles("#file", file);
    await sayWhose(page, { person: "person" });
    const told = await leaveOut(page);
    assert.match(told, /1 line is malformed: line 502 \(3 fields where the first line has 2\)/);
    assert.match(
      told,
      /spent: 50 of 1,999 cells are not numbers: line 5 “1,103\.50”, .* and others\./,
    );
    await page.waitForFunction(() =>
      document.querySelector("#data-summary").textContent.startsWith("money.csv"),
    );
    assert.match(
      await page.locator("#data-left-out").innerText(),
      /^Skipped 1 malformed line: .* In spent 50 cells do not count \(not numbers\)\. These numbers stay in the page\.$/,
    );
  }));

test("names in another encoding are rejected with their line, and open if the encoding is given", () =>
  visit(async (page) => {
    const names = ["é", "è"].flatMap((e) => Array.from({ length: 100 }, (_, i) => `Jos${e}${i}`));
    const buffer = Buffer.from(
      `person,v\n${names.map((name) => `${name},1`).join("\n")}`,
      "latin1",
    );
    const file = { name: "latin.csv", mimeType: "text/csv", buffer };
    await page.setInputFiles("#file", file);
    await page.getByText("line 2 holds bytes that are not UTF-8").waitFor();
    await page.getByLabel("Encoding").fill("latin-nine");
    await page.setInputFiles("#file", file);
    await page.getByText("There is no encoding latin-nine").waitFor();
    await page.getByLabel("Encoding").fill("windows-1252");
    await openFile(page, file, { person: "person" });
    assert.match(await page.locator("#data-summary").innerText(), /: 200 people\./);
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
    await page.waitForFunction(() =>
      document.querySelector("#data-summary").textContent.includes("500 rows; age"),
    );
  }));

test("files that are not tables are rejected with an explanation, and the page continues", () =>
  visit(async (page) => {
    const refused = async (name, text) => {
      await page.setInputFiles("#file", { name, mimeType: "text/csv", buffer: Buffer.from(text) });
      await page.waitForSelector("#data-error:not([hidden])");
      return page.locator("#data-error").innerText();
    };
    assert.match(await refused("empty.csv", ""), /no rows below its first line/);
    assert.match(await refused("array.csv", '[{"a": 1}]'), /is a JSON array; .*NDJSON/);
    assert.match(await refused("book.xlsx", "PK\u0003\u0004[Content_Types].xml"), /Excel workbook/);
    await page.setInputFiles("#file", {
      ...{ name: "header.csv", mimeType: "text/csv", buffer: Buffer.from("only a header\n") },
    });
    await sayWhose(page);
    await page.getByText(/no rows below its first line/).waitFor();
    await release(page, "interior");
    assert.equal(await epsilonLeft(page), 1.6);
  }));

test("a file without numbers disables the questions about numbers", () =>
  visit(async (page) => {
    await openFile(page, {
      name: "words.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`word\n${"yes\nno\nno\n".repeat(50)}`),
    });
    await page.waitForFunction(() =>
      document
        .querySelector("#panel-interior .expected")
        .textContent.includes("no column for this question"),
    );
    assert.equal(await page.locator("#panel-interior button[type=submit]").isDisabled(), true);
    await openTab(page, "top-k");
    await setEpsilon(page, "top-k", 1);
    assert.match(await release(page, "top-k"), /no\s+yes/);
  }));
