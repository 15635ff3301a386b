// The tables in docs/ and their pictures. `node tests/tables/write.mjs` computes least numbers of records into
// docs/least-records.csv and draws the pictures of docs/least-records.md from it. It also computes the errors
// of sanitizers in docs/guarantees/sanitizers.md, the released groups in docs/guarantees/counts.md and the
// medians of users in docs/guarantees/users.md.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compile } from "../../scripts/build.mjs";
import { setUpDebian, setUpNodeModules } from "../../scripts/setup.mjs";
import { main, root, runQuietly, say } from "../../scripts/shell.mjs";
import { startChromium } from "../browser/chromium.mjs";

const settings = [
  { epsilon: "1", delta: "1e-06", title: "epsilon 1, confidence 95%", words: "10⁻⁶" },
  { epsilon: "0.1", delta: "1e-09", title: "epsilon 0.1, confidence 99%", words: "10⁻⁹" },
];

function rowsOf(csv) {
  const [head, ...lines] = csv.trim().split("\n");
  const names = head.split(",");
  return lines.map((line) =>
    Object.fromEntries(line.split(",").map((cell, i) => [names[i], cell])),
  );
}

async function drawAll(rows) {
  const browser = await startChromium();
  try {
    const page = await browser.newPage();
    for (const library of ["d3/dist/d3.min.js", "@observablehq/plot/dist/plot.umd.min.js"]) {
      await page.addScriptTag({ path: join(root, "node_modules", library) });
    }
    await page.addScriptTag({ path: join(root, "tests/tables/picture.js") });
    for (const setting of settings) {
      const chosen = rows.filter(({ epsilon }) => epsilon === setting.epsilon);
      const name = `docs/least-records-epsilon-${setting.epsilon}.svg`;
      const given = { rows: chosen, ...setting };
      const picture = await page.evaluate((all) => globalThis.drawRecords(all), given);
      writeFileSync(join(root, name), `${picture}\n`);
      console.log(`Wrote ${name}`);
    }
  } finally {
    await browser.close();
  }
}

/** The tables of a page in docs/guarantees/, between their two marks, by a program of tests/tables/. */
async function writeTables(page, program) {
  say(`Computing the tables of docs/guarantees/${page}`);
  compile("native", [`tables_${program}`]);
  const tables = runQuietly(join(root, `build/native/tables_${program}`), []);
  const file = join(root, "docs/guarantees", page);
  const [before, rest] = readFileSync(file, "utf8").split("<!-- tables -->\n");
  const [, after] = rest.split("<!-- end of tables -->\n");
  writeFileSync(file, `${before}<!-- tables -->\n${tables}<!-- end of tables -->\n${after}`);
}

async function writeRecords() {
  say("Computing docs/least-records.csv");
  compile("native", ["tables_least_records"]);
  const csv = runQuietly(join(root, "build/native/tables_least_records"), []);
  const file = join(root, "docs/least-records.csv");
  if (readFileSync(file, "utf8") !== csv) console.log("It has changed: its page has to follow.");
  writeFileSync(file, csv);
  await drawAll(rowsOf(csv));
}

main(async () => {
  setUpDebian("native", "browsers");
  setUpNodeModules();
  await writeRecords();
  await writeTables("sanitizers.md", "sanitizers");
  await writeTables("counts.md", "named_groups");
  await writeTables("users.md", "clipped_rows");
});
