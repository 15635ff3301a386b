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

/**
 * Runs in the page, where Plot draws: the impossible region as an area, cut choice above it, and the needs of
 * the others. Without a delta on the left, with one on the right.
 */
function draw({ rows, title, delta, words }) {
  const { Plot } = globalThis;
  const names = {
    any: "lower bound",
    cut: "cut choice",
    exponential: "exponential mechanism",
    "tree-log": "TreeLog",
    "rec-concave": "RecConcave",
    "tree-log-slices": "TreeLog by slices",
    "heavy-paths": "HeavyPaths",
  };
  const colours = {
    any: "#666",
    cut: "#b3005e",
    exponential: "#1b7837",
    "tree-log": "#7570b3",
    "rec-concave": "#a6761d",
    "tree-log-slices": "#3182bd",
    "heavy-paths": "#5a5a5a",
  };
  const all = rows.map(({ bits, records, algorithm, calibration, ...row }) => ({
    bits: Number(bits),
    records: Number(records),
    algorithm,
    calibration,
    delta: row.delta,
    line: `${algorithm}, ${calibration}`,
  }));
  const needs = all.map(({ records }) => records);
  const lowest = Math.min(...needs) / 2;
  const highest = Math.max(...needs) * 1.5;
  const scale = (/** @type {number} */ records) => Math.log10(records);

  /** Names next to the lines' ends, pushed apart if lines end close together. */
  function ends(data) {
    const last = data.filter(({ bits }) => bits === 1 << 20);
    let above = Number.NEGATIVE_INFINITY;
    for (const end of last.sort((a, b) => a.records - b.records)) {
      above = Math.max(scale(end.records), above + 0.24);
      end.at = 10 ** above;
    }
    return last;
  }

  function panel(data, wide, heading) {
    const usual = { x: "bits", y: "records", z: "line", stroke: (one) => colours[one.algorithm] };
    const impossible = data.filter(({ algorithm }) => algorithm === "any");
    return Plot.plot({
      width: wide ? 560 : 430,
      height: 480,
      marginLeft: 48,
      marginRight: wide ? 190 : 168,
      marginTop: 56,
      style: { background: "white", color: "#222", fontFamily: "sans-serif", fontSize: "12px" },
      x: {
        type: "log",
        base: 2,
        label: "bits of a value →",
        ticks: [8, 64, 1024, 1 << 13, 1 << 16, 1 << 20].filter((bits) => wide || bits !== 1 << 13),
        tickFormat: (bits) => (bits < 1 << 16 ? bits.toLocaleString("en") : `2^${Math.log2(bits)}`),
      },
      y: {
        type: "log",
        grid: true,
        label: null,
        domain: [lowest, highest],
        ticks: 7,
        tickFormat: "~s",
      },
      marks: [
        Plot.text([heading], { frameAnchor: "top-left", dy: -26, fontWeight: "bold" }),
        Plot.areaY(impossible, { x: "bits", y1: lowest, y2: "records", fill: "#e4e4e4" }),
        Plot.line(data, {
          ...usual,
          strokeWidth: 1.5,
          filter: (one) => one.calibration === "tight",
        }),
        Plot.line(data, {
          ...usual,
          strokeDasharray: "5 4",
          filter: (one) => !["tight", "impossible below"].includes(one.calibration),
        }),
        Plot.line(impossible, { ...usual, strokeWidth: 2 }),
        Plot.line(data, { ...usual, strokeWidth: 3.5, filter: (one) => one.algorithm === "cut" }),
        Plot.text(ends(data), {
          x: "bits",
          y: "at",
          text: ({ algorithm, calibration }) =>
            ["tight", "impossible below"].includes(calibration)
              ? names[algorithm]
              : `${names[algorithm]} (${calibration})`,
          fill: (one) => colours[one.algorithm],
          textAnchor: "start",
          dx: 8,
        }),
      ],
    });
  }

  const pure = all.filter((one) => one.delta === "0");
  const approximate = all.filter((one) => one.delta === delta);
  const left = panel(pure, false, "without a delta");
  const right = panel(approximate, true, `delta ${words}`);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [name, value] of Object.entries({
    xmlns: "http://www.w3.org/2000/svg",
    width: 990,
    height: 510,
    viewBox: "0 0 990 510",
    style: "background: white; color: #222",
  })) {
    svg.setAttribute(name, String(value));
  }
  const heading = document.createElementNS("http://www.w3.org/2000/svg", "text");
  heading.setAttribute("x", "12");
  heading.setAttribute("y", "22");
  heading.setAttribute("style", "fill: #222; font: bold 14px sans-serif");
  heading.textContent = `Records that an interior point needs: ${title}`;
  svg.append(heading);
  for (const [plot, x] of [
    [left, 0],
    [right, 430],
  ]) {
    plot.setAttribute("x", String(x));
    plot.setAttribute("y", "30");
    svg.append(plot);
  }
  return svg.outerHTML;
}

async function drawAll(rows) {
  const browser = await startChromium();
  try {
    const page = await browser.newPage();
    for (const library of ["d3/dist/d3.min.js", "@observablehq/plot/dist/plot.umd.min.js"]) {
      await page.addScriptTag({ path: join(root, "node_modules", library) });
    }
    for (const setting of settings) {
      const chosen = rows.filter(({ epsilon }) => epsilon === setting.epsilon);
      const name = `docs/least-records-epsilon-${setting.epsilon}.svg`;
      const picture = await page.evaluate(draw, { rows: chosen, ...setting });
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
