// How long the readers of files take to hand over two columns, beside Papa Parse and hyparquet on the same file:
// `node tests/bench/reading.mjs [rows] [turns]`, by default 10^7 rows and 2 turns; 10^8 rows are a CSV of 3 GB. Then
// a whole command reads each file. Prints seconds, ratios and the peak memory. Needs dist/ and build/programs.
import { spawnSync } from "node:child_process";
import { createReadStream, mkdtempSync, openAsBlob, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DuckDBInstance } from "@duckdb/node-api";

const columns = ["person", "v"];

/** Rows of this project's reader. */
async function ownReader(format) {
  const { readRows } = await import("../../build/programs/demo/files/formats.js");
  return async (file, take) => {
    for await (const { rows } of readRows(await openAsBlob(file), { columns, format })) {
      for (const row of rows) take(row[1], row[2]);
    }
  };
}

/** Each way to read: loads its packages, and returns what tells `take` the two cells of every row. */
const ways = {
  "logstar csv": () => ownReader("csv"),
  "logstar parquet": () => ownReader("parquet"),
  async "Papa Parse"() {
    const { default: Papa } = await import("papaparse");
    return async (file, take) => {
      let isFirst = true;
      const chunk = ({ data }) => {
        for (const row of isFirst ? data.slice(1) : data)
          if (row.length === 4) take(row[1], row[2]);
        isFirst = false;
      };
      await new Promise((complete, error) => {
        Papa.parse(createReadStream(file, "utf8"), { chunk, complete, error });
      });
    };
  },
  async hyparquet() {
    const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } = await import(
      "hyparquet"
    );
    const { compressors } = await import("hyparquet-compressors");
    return async (file, take) => {
      const buffer = await asyncBufferFromFile(file);
      const metadata = await parquetMetadataAsync(buffer);
      let rowStart = 0;
      for (const group of metadata.row_groups) {
        const rowEnd = rowStart + Number(group.num_rows);
        const how = { file: buffer, metadata, compressors, columns, rowStart, rowEnd };
        for (const { person, v } of await parquetReadObjects(how)) take(person, v);
        rowStart = rowEnd;
      }
    };
  },
};

/** Reads a file in one way, in a process of its own. */
async function readIn(way, file) {
  let rows = 0;
  let letters = 0;
  const read = await ways[way]();
  const begin = performance.now();
  await read(file, (person, v) => {
    rows += 1;
    letters += `${person}`.length + `${v}`.length;
  });
  const seconds = (performance.now() - begin) / 1000;
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const cpu = (userCPUTime + systemCPUTime) / 1e6;
  console.log(JSON.stringify({ rows, letters, seconds, cpu, memory: maxRSS / 1024 }));
}

function measured(way, file) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [fileURLToPath(import.meta.url), "--one", way, file],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

const program = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

/** A question about both columns, as a user asks it. */
function asked(file) {
  const script = `process.on("exit", () => console.error("memory", process.resourceUsage().maxRSS / 1024))`;
  const begin = performance.now();
  const question = "--column v --domain 0,1000,1 --user person --epsilon 1 --ledger none";
  const before = ["--import", `data:text/javascript,${encodeURIComponent(script)}`];
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [...before, program, "median", file, ...question.split(" ")],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
  const seconds = (performance.now() - begin) / 1000;
  const memory = Number(/memory (\S+)/.exec(stderr)[1]);
  return `median ${stdout.split("\n")[1].trim()}: ${seconds.toFixed(1)} s, ${memory.toFixed(0)} MiB`;
}

async function compare(rows, turns) {
  const folder = mkdtempSync(join(tmpdir(), "logstar-reading-"));
  try {
    const connection = await (await DuckDBInstance.create()).connect();
    const query = `SELECT i AS event, 'user-' || (i * 7919 % 1000003) AS person, (i % 600 + 0.5)::DOUBLE AS v, 'x' AS page FROM range(${rows}) AS t(i)`;
    for (const [format, own, other] of [
      ["csv", "logstar csv", "Papa Parse"],
      ["parquet", "logstar parquet", "hyparquet"],
    ]) {
      const file = join(folder, `events.${format}`);
      await connection.run(`COPY (${query}) TO '${file}' (FORMAT ${format})`);
      // Time of the processor, and the least of all turns: others use the machine, too.
      const found = Array.from({ length: turns }, () =>
        [own, other].map((way) => measured(way, file)),
      );
      const best = (at) => found.map((turn) => turn[at]).reduce((a, b) => (a.cpu <= b.cpu ? a : b));
      const [one, two] = [best(0), best(1)];
      if (one.rows !== rows || two.rows !== rows || one.letters !== two.letters) {
        throw new Error(
          `${own} and ${other} hand over different cells: ${JSON.stringify([one, two])}`,
        );
      }
      const size = (statSync(file).size / 1e9).toFixed(2);
      const shown = (name, { seconds, cpu, memory }) =>
        `${name} ${cpu.toFixed(1)} s of the processor in ${seconds.toFixed(1)}, ${memory.toFixed(0)} MiB`;
      const ratio = (one.cpu / two.cpu).toFixed(2);
      console.log(
        `${format}, ${rows} rows, ${size} GB: ${shown(own, one)}; ${shown(other, two)}; ratio ${ratio}`,
      );
      console.log(`${format}, the whole command: ${asked(file)}`);
    }
    connection.closeSync();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const [, , first, way, file] = process.argv;
if (first === "--one") await readIn(way, file);
else await compare(Number(first ?? 10_000_000), Number(way ?? 2));
