// Files as offices have them, and a question about each: what a new user types, and what the message then says.
// `node tests/cli/offices.mjs` prints the table of first and second commands.
import { gzipSync } from "node:zlib";
import { BothReaders, people } from "./both-readers.mjs";
import { workbook } from "./workbook.mjs";

const count = 90;
const lines = (head, row, end = "\n") => [head, ...people(count).map(row), ""].join(end);
const day = (i) => `${`${1 + (i % 28)}`.padStart(2, "0")}`;
const latin = (text) => Buffer.from(text, "latin1");
const median = (column, domain) => ["median", "--column", column, "--domain", domain];

/**
 * @typedef {object} Office
 * @property {string} about the file in words
 * @property {string | Uint8Array} [content]
 * @property {string} [query] of DuckDB, which writes a Parquet file
 * @property {string[]} asks the question
 * @property {RegExp} [said] by the first command, if it stops or notes something
 * @property {string[]} [cure] options that the message names
 * @property {RegExp} value the answer
 */

/** @type {Record<string, Office>} */
export const offices = {
  "payroll.csv": {
    about: "payroll with 1,234.50",
    content: lines("id,name,salary", (i) => `e${i},"Doe, ${i}","1,${200 + i}.50"`),
    asks: [...median("salary", "0,5000,2"), "--user", "id"],
    said: /--thousands , reads "1,200\.50" as 1200\.5/,
    cure: ["--thousands", ","],
    value: /^12[34]\d(\.\d+)?$/,
  },
  "encuesta.csv": {
    about: "Spanish survey in Latin-1, decimal comma",
    content: latin(lines("código;año;gasto", (i) => `niño${i};2026;${i},50`)),
    asks: [...median("gasto", "0,100,2"), "--user", "código"],
    said: /--encoding windows-1252 [\s\S]*--decimal , reads "0,50" as 0\.5/,
    cure: ["--encoding", "windows-1252", "--decimal", ","],
    value: /^4[3-6](\.\d+)?$/,
  },
  "events.ndjson": {
    about: "app events with snowflake ids",
    content: lines("", (i) => `{"user": {"id": ${1540000000000000000n + BigInt(i)}}, "ms": 5}`),
    asks: [...median("ms", "integers:0,9"), "--user", "user"],
    said: /--user user\.FIELD reads a field of the object, such as user\.id/,
    cure: ["--user", "user.id"],
    value: /^5$/,
  },
  "visits.csv": {
    about: "ISO dates and times without a zone",
    content: lines("id,at", (i) => `p${i},2026-03-${day(i)} 10:00:00`),
    asks: [...median("at", "dates:2026-01-01,2026-12-31"), "--user", "id"],
    said: /at: times without a zone are read as UTC/,
    value: /^2026-03-1[3-7]$/,
  },
  "besuche.csv": {
    about: "German dates",
    content: lines("id;am", (i) => `p${i};${day(i)}.03.2026`),
    asks: [...median("am", "dates:2026-01-01,2026-12-31"), "--user", "id"],
    said: /--dates %d\.%m\.%Y reads "01\.03\.2026" as 2026-03-01/,
    cure: ["--dates", "%d.%m.%Y"],
    value: /^2026-03-1[3-7]$/,
  },
  "us-visits.csv": {
    about: "US dates with AM and PM",
    content: lines("id,at", (i) => `p${i},3/${1 + (i % 28)}/2026 2:30 PM`),
    asks: [...median("at", "dates:2026-01-01,2026-12-31"), "--user", "id"],
    said: /--dates '%m\/%d\/%Y %I:%M %p' reads/,
    cure: ["--dates", "%m/%d/%Y %I:%M %p"],
    value: /^2026-03-1[3-7]$/,
  },
  "title.xlsx": {
    about: "Excel sheet with a title row above the header",
    content: workbook({
      Pay: [
        ["Payroll 2026"],
        [],
        ["id", "paid"],
        ...people(count).map((i) => [`e${i}`, 40 + (i % 3)]),
      ],
    }),
    asks: [...median("paid", "0,100,0"), "--user", "id"],
    said: /--header-line 2 finds it below/,
    cure: ["--header-line", "2"],
    value: /^41$/,
  },
  "merged.xlsx": {
    about: "Excel sheet with merged cells",
    content: workbook(
      {
        S: [
          ["town", "id"],
          ...people(count).map((i) => [i % 45 === 0 ? `t${i / 45}` : null, `p${i}`]),
        ],
      },
      { merged: ["A2:A46", "A47:A91"] },
    ),
    asks: ["count", "--group-by", "town", "--groups", "t0,t1", "--user", "id", "--per-user", "1"],
    value: /^t0 {2}45$/,
  },
  "dates.xlsx": {
    about: "Excel sheet with typed dates, and a formula's error",
    content: workbook({
      S: [
        ["id", "on", "v"],
        ...people(count).map((i) => [
          `p${i}`,
          new Date(`2026-03-${day(i)}`),
          i ? 7 : { error: "#N/A" },
        ]),
      ],
    }),
    asks: [...median("v", "0,9,0"), "--user", "id"],
    said: /1 of 90 cells cannot be read as a number\n {4}row 2: "#N\/A"/,
    cure: ["--unreadable", "drop"],
    value: /^7$/,
  },
  "rates.csv": {
    about: "percent",
    content: lines("id,rate", (i) => `p${i},${i % 50}%`),
    asks: [...median("rate", "0,100,0"), "--user", "id"],
    said: /--affix % reads "0%" as 0/,
    cure: ["--affix", "%"],
    value: /^2\d$/,
  },
  "ledger.csv": {
    about: "accounting negatives with a currency",
    content: lines("id,balance", (i) => `p${i},($${10 + (i % 9)}.00)`),
    asks: [...median("balance", "-100,100,2"), "--user", "id"],
    said: /--negative parentheses --affix '\$' reads "\(\$10\.00\)" as -10/,
    cure: ["--negative", "parentheses", "--affix", "$"],
    value: /^-1[345]$/,
  },
  "bom.csv": {
    about: "a byte order mark, and Windows line ends",
    content: `\ufeff${lines("id;v", (i) => `p${i};7`, "\r\n")}`,
    asks: [...median("v", "0,9,0"), "--user", "id"],
    value: /^7$/,
  },
  "unicode.txt": {
    about: "Excel's Unicode text: UTF-16, tabs",
    content: Buffer.from(`\ufeff${lines("id\tv", (i) => `ü${i}\t7`, "\r\n")}`, "utf16le"),
    asks: [...median("v", "0,9,0"), "--user", "id"],
    value: /^7$/,
  },
  "blanks.csv": {
    about: "blanks round fields, and blank lines",
    content: lines('"id", "v"', (i) => `p${i} , 7${i % 9 ? "" : "\n"}`),
    asks: [...median("v", "0,9,0"), "--user", "id"],
    value: /^7$/,
  },
  "total.csv": {
    about: "a trailing total row",
    content: `${lines("id,v", (i) => `p${i},1`)}Total,90\n`,
    asks: ["sum", "--column", "v", "--domain", "integers:0,9", "--user", "id"],
    said: /last row's user is "Total": .*--null Total leaves it out/,
    cure: ["--null", "Total"],
    value: /^90$/,
  },
  "sep.csv": {
    about: "Excel's line sep=; above the header",
    content: `sep=;\n${lines("id;v", (i) => `p${i};7`)}`,
    asks: [...median("v", "0,9,0"), "--user", "id"],
    said: /--header-line 2 finds it below/,
    cure: ["--header-line", "2"],
    value: /^7$/,
  },
  "export.json.gz": {
    about: "a JSON array, packed",
    content: gzipSync(JSON.stringify(people(count).map((i) => ({ id: i, v: 7 })))),
    asks: [...median("v", "0,9,0"), "--user", "id"],
    value: /^7$/,
  },
  "warehouse.parquet": {
    about: "Parquet with DECIMAL and TIMESTAMP",
    query: `SELECT 'p' || i AS id, 7.5::DECIMAL(9, 2) AS v, now() AS at FROM range(${count}) AS t(i)`,
    asks: [...median("v", "0,9,1"), "--user", "id"],
    value: /^7\.5$/,
  },
  "bought.csv": {
    about: "TRUE and FALSE",
    content: lines("id,bought", (i) => `p${i},${i % 3 === 0 ? "TRUE" : "FALSE"}`),
    asks: ["mean", "--column", "bought", "--domain", "0,1,0", "--user", "id"],
    value: /^0\.3[34]/,
  },
  "dashes.csv": {
    about: "a dash where nothing is known",
    content: lines("id,v", (i) => `p${i},${i % 9 ? 7 : "-"}`),
    asks: [...median("v", "0,9,0"), "--user", "id"],
    said: /--null - reads it as an empty cell/,
    cure: ["--null", "-"],
    value: /^7$/,
  },
  "notes.csv": {
    about: "quoted line breaks",
    content: lines("id,v,note", (i) => `p${i},7,"two\nlines"`),
    asks: [...median("v", "0,9,0"), "--user", "id"],
    said: /--multiline reads quoted fields with line breaks/,
    cure: ["--multiline"],
    value: /^7$/,
  },
  "betrag.csv": {
    about: "1.234,56 € and thin spaces",
    content: lines("id;betrag", (i) => `p${i};1.${200 + i},56\u202f€`),
    asks: [...median("betrag", "0,5000,2"), "--user", "id"],
    said: /--decimal , --thousands \. --affix '€' reads/,
    cure: ["--decimal", ",", "--thousands", ".", "--affix", "€"],
    value: /^12[34]\d(\.\d+)?$/,
  },
};

/** Runs the first command on a file, and the second with the options that the first named. */
export async function triedOn(terminal, name) {
  const { asks, cure } = offices[name];
  const [command, ...words] = asks;
  const run = (...more) =>
    terminal.run(command, name, ...words, ...more, "--epsilon", "100", "--ledger", "none");
  const first = await run();
  return { first, second: cure && (await run(...cure)) };
}

/** Writes a file into the terminal's folder. */
export async function makeOffice(terminal, name) {
  const { content, query } = offices[name];
  if (query === undefined) terminal.write(name, content);
  else await terminal.parquet(name, query);
}

const answerIn = ({ status, out }) => (status === 0 ? out.split("\n")[1].trim() : "");

async function printTable() {
  const terminal = new BothReaders();
  await terminal.begin();
  console.log("| file | first command | second command |\n|---|---|---|");
  for (const [name, { about, said, cure }] of Object.entries(offices)) {
    await makeOffice(terminal, name);
    const { first, second } = await triedOn(terminal, name);
    const [hint = ""] = (said && first.err.match(said)) ?? [];
    const told = [answerIn(first), hint.replace(/\s+/g, " ").slice(0, 110)]
      .filter(Boolean)
      .join("; ");
    const more = second ? `${cure.join(" ")}: ${answerIn(second)}` : "";
    console.log(`| ${name}: ${about} | ${told.replaceAll("|", "\\|")} | ${more} |`);
  }
  terminal.remove();
}

if (import.meta.filename === process.argv[1]) await printTable();
