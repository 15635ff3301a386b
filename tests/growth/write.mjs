// The growth of time and memory with the number of records, natively and in WebAssembly: writes docs/growth.md.
// Each answer runs in a separate process, and the shortest of three counts. `-- 1e7` limits the number of
// records.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { compile } from "../../scripts/build.mjs";
import { setUpDebian, setUpWasm } from "../../scripts/setup.mjs";
import { main, root, runQuietly, say } from "../../scripts/shell.mjs";

const kinds = [
  { word: "median", name: "Median of doubles", most: 1e8 },
  { word: "zeros", name: "Median of doubles, four fifths of them zero", most: 1e8 },
  { word: "equal", name: "Median of equal doubles", most: 1e8 },
  { word: "percentiles", name: "99 quantiles of doubles", most: 1e8 },
  {
    word: "percentiles-zeros",
    name: "99 quantiles of doubles, four fifths of them zero",
    most: 1e8,
  },
  { word: "percentiles-equal", name: "99 quantiles of equal doubles", most: 1e8 },
  { word: "groups", name: "Median by 50 groups, of users with some ten rows each", most: 1e7 },
  { word: "text", name: "Median of texts of up to 32 bytes", most: 1e7 },
];
const places = [
  { name: "native", command: [join(root, "build/native/growth_records")] },
  { name: "WebAssembly", command: ["node", join(root, "build/wasm/growth_records.cjs")] },
];

const inTime = (milliseconds) =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
const inMemory = (bytes) => `${(bytes / 2 ** 20).toFixed(bytes < 2 ** 24 ? 1 : 0)} MiB`;

/** The shortest time of three, and the greatest memory of any. */
function measure({ command: [program, ...first] }, kind, records) {
  const all = Array.from({ length: 3 }, () =>
    JSON.parse(runQuietly(program, [...first, kind.word, String(records)])),
  );
  return {
    milliseconds: Math.min(...all.map((one) => one.milliseconds)),
    peak: Math.max(...all.map((one) => one.peak)),
    input: all[0].input,
  };
}

/** @param {typeof kinds[number]} kind */
function table(kind, most) {
  const lines = [
    `## ${kind.name}`,
    "",
    `| records | input | ${places.map(({ name }) => `${name} | a record | memory | of the input`).join(" | ")} |`,
    `|---|---|${"---|---|---|---|".repeat(places.length)}`,
  ];
  for (let records = 1e5; records <= Math.min(kind.most, most); records *= 10) {
    const cells = places.map((place) => {
      const { milliseconds, peak, input } = measure(place, kind, records);
      say(`${kind.name}, ${records}, ${place.name}: ${inTime(milliseconds)}, ${inMemory(peak)}`);
      const nanoseconds = ((1e6 * milliseconds) / records).toFixed(1);
      const text = `${inTime(milliseconds)} | ${nanoseconds} ns | ${inMemory(peak)} | ${(peak / input).toFixed(2)} x`;
      return { text, input };
    });
    lines.push(
      `| ${records.toLocaleString("en")} | ${inMemory(cells[0].input)} | ${cells.map(({ text }) => text).join(" | ")} |`,
    );
  }
  return [...lines, ""];
}

main(async () => {
  const most = Number(process.argv[2] ?? 1e8);
  setUpDebian("native");
  setUpWasm();
  compile("native", ["growth_records"]);
  compile("wasm", ["growth_records"]);
  const lines = [
    "# How time and memory grow",
    "",
    "Written by `node tests/growth/write.mjs`. One private answer from so many records, epsilon 1, in C++ compiled for the",
    "machine and for WebAssembly, where 4 GiB is all the memory there can be. The time is the processor's, the",
    "shortest of three, without making the data. The memory is the most there was at any time, the input with it,",
    "which is handed over and not kept, without what an answer of one record takes. What is in the table was measured",
    "on one machine, which did other work too: the columns that say how it grows matter, more than the seconds.",
    "",
    "Median and quantiles of doubles sort only the ranks that a draw can tell apart. 99 quantiles look at some",
    "300,000 ranks: of 10^6 records all are sorted, of more only those around the quantiles, both in place. Only what",
    "is looked at gets random bits, 4 bytes a record, until no later draw can look at it. Of 65,536 equal records or",
    "more, a draw keeps how many have each of as many bits, 256 KiB, instead of a list.",
    "",
    "By groups, a row has a user, a group and a value, 16 bytes. The rows' weights take the place of the users, and",
    "the rows of each group the place of rows that are read. Beside them is what the draw of one group takes, 4 bytes a",
    "user, and a list of up to an eighth of the rows where a user's rows do not divide the user's weight.",
    "Texts are keys of a fixed width, of which those around the rank are selected too; where a draw asks for all, which",
    "hardly any does, these are sorted in place with an index of 16 bytes a record.",
    "",
    "In WebAssembly an answer that is the first in its process is computed before the code is optimised, which",
    "another thread does meanwhile: its time is among the processor's.",
    "",
    ...kinds.flatMap((kind) => table(kind, most)),
  ];
  if (most < 1e8) return console.log(lines.join("\n"));
  writeFileSync(join(root, "docs/growth.md"), `${lines.join("\n").trimEnd()}\n`);
});
