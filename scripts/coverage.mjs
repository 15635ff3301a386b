// Which lines of src/ the C++ suites run: `npm run coverage`. Not part of `npm test`: it compiles the
// library and runs both suites once more.
import { existsSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { compile } from "./build.mjs";
import { setUpNative } from "./setup.mjs";
import { main, root, runQuietly, say } from "./shell.mjs";

const folder = join(root, "build/coverage");
const objects = join(folder, "CMakeFiles/logstar_core.dir/src");

function filesBelow(path, ending) {
  return readdirSync(path, { recursive: true })
    .filter((file) => file.endsWith(ending))
    .map((file) => join(path, file));
}

/** File -> line -> how often it ran, over all files that were compiled. */
function readCounts() {
  const files = new Map();
  for (const notes of filesBelow(objects, ".gcno")) {
    const text = runQuietly("gcov", ["--json-format", "--stdout", notes], { cwd: folder });
    for (const { file, lines } of JSON.parse(text).files) {
      const path = relative(root, realpathSync(join(folder, file))); // headers come by a link
      if (!path.startsWith("src/")) continue;
      const counts = files.get(path) ?? new Map();
      files.set(path, counts);
      // A line of a template or a header is compiled more than once.
      for (const { line_number: line, count } of lines) {
        counts.set(line, (counts.get(line) ?? 0) + count);
      }
    }
  }
  // A header of declarations only has no lines that run.
  return [...files].filter(([, counts]) => counts.size > 0).sort(([a], [b]) => a.localeCompare(b));
}

/** 3, 7-9, ... */
function ranges(lines) {
  const found = [];
  for (const line of lines) {
    const last = found.at(-1);
    if (last && line === last[1] + 1) last[1] = line;
    else found.push([line, line]);
  }
  return found.map(([a, b]) => (a === b ? `${a}` : `${a}-${b}`)).join(", ");
}

main(async () => {
  await setUpNative();
  say("Counting lines");
  if (existsSync(objects)) for (const data of filesBelow(objects, ".gcda")) rmSync(data);
  await compile("coverage", ["unit_tests", "exact_tests"]);
  for (const suite of ["unit_tests", "exact_tests"]) runQuietly(join(folder, suite), []);
  let all = 0;
  let run = 0;
  for (const [path, counts] of readCounts()) {
    const missed = [...counts].filter(([, count]) => count === 0).map(([line]) => line);
    all += counts.size;
    run += counts.size - missed.length;
    const share = ((100 * (counts.size - missed.length)) / counts.size).toFixed(1);
    const without = missed.length === 0 ? "" : `  without ${ranges(missed.sort((a, b) => a - b))}`;
    console.log(`${share.padStart(5)} %  ${path}${without}`);
  }
  console.log(`\n${((100 * run) / all).toFixed(2)} % of ${all.toLocaleString("en")} lines of src/`);
});
