// The tables that docs/ shows and how they are drawn: `npm run tables` computes least numbers of records
// into docs/least-records.csv, draws the pictures of docs/least-records.md from it, and computes the errors
// of sanitizers in docs/guarantees/sanitizers.md.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { compile } from "./build.mjs";
import { setUpNative, setUpNodeModules, setUpPackages } from "./setup.mjs";
import { main, root, runQuietly, say } from "./shell.mjs";

const settings = [
  ["1", "epsilon 1, delta 10⁻⁶, confidence 95%"],
  ["0.1", "epsilon 0.1, delta 10⁻⁹, confidence 99%"],
];

function rowsOf(csv) {
  const [head, ...lines] = csv.trim().split("\n");
  const names = head.split(",");
  return lines.map((line) =>
    Object.fromEntries(line.split(",").map((cell, i) => [names[i], cell])),
  );
}

/** Runs in the page, where Plot draws. */
function draw({ rows, title }) {
  const { Plot } = globalThis;
  const data = rows.map(({ bits, records, algorithm, calibration }) => ({
    bits: Number(bits),
    records: Number(records),
    algorithm,
    calibration,
    line: `${algorithm}, ${calibration}`,
  }));
  const last = data.filter(({ bits }) => bits === 1 << 20);
  // Names beside the lines' ends, pushed apart where lines end close together.
  const scale = (/** @type {number} */ records) => Math.log10(records);
  let above = Number.NEGATIVE_INFINITY;
  for (const end of last.sort((a, b) => a.records - b.records)) {
    above = Math.max(scale(end.records), above + 0.2);
    end.at = 10 ** above;
  }
  const figure = Plot.plot({
    width: 820,
    height: 460,
    marginLeft: 60,
    marginRight: 190,
    marginTop: 40,
    style: { background: "white", color: "#222", fontFamily: "sans-serif", fontSize: "12px" },
    x: {
      type: "log",
      base: 2,
      label: "bits of a value →",
      ticks: [8, 64, 1024, 8192, 65536, 1 << 20],
      tickFormat: (bits) => bits.toLocaleString("en"),
    },
    y: { type: "log", grid: true, label: null, ticks: 5, tickFormat: "~s" },
    color: { scheme: "Dark2" },
    marks: [
      Plot.text([`Records that an interior point needs: ${title}`], {
        frameAnchor: "top-left",
        dy: -30,
        fontWeight: "bold",
      }),
      Plot.line(data, {
        x: "bits",
        y: "records",
        z: "line",
        stroke: "algorithm",
        strokeWidth: 2,
        filter: ({ calibration }) => calibration === "tight",
      }),
      Plot.line(data, {
        x: "bits",
        y: "records",
        z: "line",
        stroke: "algorithm",
        strokeDasharray: "5 4",
        filter: ({ calibration }) => calibration !== "tight",
      }),
      Plot.text(last, {
        x: "bits",
        y: "at",
        text: ({ algorithm, calibration }) =>
          calibration === "tight" ? algorithm : `${algorithm} (${calibration})`,
        fill: "algorithm",
        textAnchor: "start",
        dx: 8,
      }),
    ],
  });
  figure.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return figure.outerHTML;
}

async function drawAll(rows) {
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu"],
  });
  try {
    const page = await browser.newPage();
    for (const library of ["d3/dist/d3.min.js", "@observablehq/plot/dist/plot.umd.min.js"]) {
      await page.addScriptTag({ path: join(root, "node_modules", library) });
    }
    for (const [epsilon, title] of settings) {
      const chosen = rows.filter((row) => row.epsilon === epsilon);
      const name = `docs/least-records-epsilon-${epsilon}.svg`;
      writeFileSync(join(root, name), `${await page.evaluate(draw, { rows: chosen, title })}\n`);
      console.log(`Wrote ${name}`);
    }
  } finally {
    await browser.close();
  }
}

/** The tables of docs/guarantees/sanitizers.md, between its two marks. */
async function writeSanitizers() {
  say("Computing the tables of docs/guarantees/sanitizers.md");
  await compile("native", ["tables_sanitizers"]);
  const tables = runQuietly(join(root, "build/native/tables_sanitizers"), []);
  const file = join(root, "docs/guarantees/sanitizers.md");
  const [before, rest] = readFileSync(file, "utf8").split("<!-- tables -->\n");
  const [, after] = rest.split("<!-- end of tables -->\n");
  writeFileSync(file, `${before}<!-- tables -->\n${tables}<!-- end of tables -->\n${after}`);
}

main(async () => {
  await setUpNative();
  setUpPackages(["chromium"]);
  setUpNodeModules();
  say("Computing docs/least-records.csv");
  await compile("native", ["tables_least_records"]);
  const csv = runQuietly(join(root, "build/native/tables_least_records"), []);
  const file = join(root, "docs/least-records.csv");
  if (readFileSync(file, "utf8") !== csv) console.log("It has changed: its page has to follow.");
  writeFileSync(file, csv);
  await drawAll(rowsOf(csv));
  await writeSanitizers();
});
