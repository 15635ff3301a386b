// `logstar columns`: what a file holds, for its owner, with the options of a question.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { BothReaders, people } from "./both-readers.mjs";
import { workbook } from "./workbook.mjs";

/** @type {BothReaders} */
let terminal;
before(() => {
  terminal = new BothReaders();
  return terminal.begin();
});
after(() => terminal.remove());

const columns = async (...words) => {
  const { status, out, err } = await terminal.run("columns", ...words);
  assert.equal(status, 0, err);
  return out;
};

const payroll = `id;name;spent;on;bought
e1;José;1.234,50;29.03.2026;true
e2;Ana;12,00;1.4.2026;false
e3;Bo;;2.4.2026;true
Total;;1.246,50;;
`;

test("columns prints what each column reads as, its kinds of cells, examples and a question, ready to paste", async () => {
  terminal.made("pay.csv", payroll);
  assert.equal(
    await columns("pay.csv"),
    `This is for the eyes of the data's owner: nothing here is protected.

pay.csv: 4 rows
  column  reads as  cells      empty  distinct
  id      text      4 text     0      4
  name    text      3 text     1      3
  spent   text      3 text     1      3
  on      text      3 text     1      3
  bought  boolean   3 boolean  1      2

The first rows:
  id  name  spent     on          bought
  e1  José  1.234,50  29.03.2026  true
  e2  Ana   12,00     1.4.2026    false
  e3  Bo              2.4.2026    true

To look at:
  spent: text that may be more
    --decimal spent=, --thousands spent=. reads the first as 1234.5
  on: text that may be more
    --dates on=%d.%m.%Y reads the first as 2026-03-29T00:00

The last row may be a total (Total): --null Total reads it as an empty cell, so that its row does not count.

A question, ready to paste (with what you know beforehand in place of capitals):
  logstar median pay.csv --column spent --domain LOW,HIGH,DIGITS --decimal , --thousands . --user id --epsilon 0.5 --ledger budget.json
  logstar median pay.csv --column on --domain dates:FROM,TO --dates %d.%m.%Y --user id --epsilon 0.5 --ledger budget.json
  logstar mean pay.csv --column bought --domain 0,1,0 --user id --epsilon 0.5 --ledger budget.json
`,
  );
});

test("a pasted question is answered, with the declared forms", async () => {
  const rows = people(90).map((i) => `e${i};1.234,50;${1 + (i % 9)}.4.2026`);
  terminal.made("pasted.csv", `id;spent;on\n${rows.join("\n")}\n`);
  const out = await columns("pasted.csv");
  const known = { "LOW,HIGH,DIGITS": "0,2000,2", "FROM,TO": "2026-01-01,2026-12-31" };
  const questions = [...out.matchAll(/^ {2}logstar (median .*)$/gm)].map(([, line]) => line);
  const values = [];
  for (const line of questions) {
    const words = line.replace(/LOW,HIGH,DIGITS|FROM,TO/, (text) => known[text]).split(" ");
    const { status, out: answer, err } = await terminal.run(...words);
    assert.equal(status, 0, err);
    values.push(answer.split("\n")[1].trim());
  }
  assert.equal(values[0], "1234.5");
  assert.match(values[1], /^2026-04-0[3-7]$/);
});

test("declared forms, other formats, malformed lines and rounded numbers are shown", async () => {
  terminal.made("pay.csv", `${payroll}x;"y;z\n`);
  const declared = await columns(
    "pay.csv",
    "--decimal",
    ",",
    "--thousands",
    ".",
    "--dates",
    "%d.%m.%Y",
  );
  assert.match(declared, /^ {2}spent +number +3 number/m);
  assert.match(declared, /^ {2}on +date +3 date/m);
  assert.match(declared, /1 malformed lines\n {4}line 6: a quote too many, or one missing\n/);
  assert.match(
    declared,
    /--column spent .* --decimal , --thousands \. --dates %d\.%m\.%Y --user id/,
  );
  terminal.made("deep.ndjson", '{"user": {"id": 9007199254740993}, "v": [1]}\n{"v": 2}\n');
  const deep = await columns("deep.ndjson");
  assert.match(deep, /^ {2}user\.id +number +1 number +1 +1$/m);
  assert.match(deep, /^ {2}v: \n? *.*\n? {4}line 1: "\[a list\]"$/m);
  const book = workbook({ S: [["Payroll"], ["id", "on"], ["a", new Date("2026-03-29")]] });
  terminal.made("book.xlsx", book);
  assert.match(await columns("book.xlsx"), /The first line may be a title: --header-line/);
  assert.match(await columns("book.xlsx", "--header-line", "2"), /^ {2}on +date +1 date/m);
});

test("a last row whose user is a word for a total is told, and --null leaves it out", async () => {
  const rows = people(90).map((i) => `e${i},1`);
  terminal.made("total.csv", `id,v\n${rows.join("\n")}\nTotal,90\n`);
  const sum = "sum total.csv --column v --domain integers:0,9 --user id";
  const { value, err } = await terminal.answered(sum);
  assert.equal(value, "99");
  assert.match(
    err,
    /^The last row's user is "Total": if it is a total and no person, --null Total /m,
  );
  const without = await terminal.answered(sum, "--null", "Total");
  assert.equal(without.value, "90");
  assert.doesNotMatch(without.err, /last row/);
});
