// A large CSV through the command line: `node tests/bench/large_csv.mjs [rows] [users]`, by default 10^7 rows of
// 10^6 users, 1 GB, in the system's folder for temporary files. Prints the seconds and the peak memory of each
// command.
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const [rows = 10_000_000, users = 1_000_000] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), "logstar-large-"));
const file = join(folder, "events.csv");
const program = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

/** Events of users with very different activity: number, time, page, country, seconds and an unused column. */
function write() {
  const out = openSync(file, "w");
  writeSync(out, "event,user,day,country,page,seconds,referrer\n");
  let state = 12345;
  const next = (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  for (let row = 0; row < rows; ) {
    let text = "";
    for (const end = Math.min(rows, row + 10_000); row < end; ++row) {
      const user = next(4) === 0 ? next(users / 100) : next(users);
      const seconds = (next(600_000) / 1000).toFixed(3);
      const day = `2026-${String(1 + next(9)).padStart(2, "0")}-${10 + next(18)}`;
      text += `${row},user-${user},${day},country ${next(60)},/page/${next(5000)}.html,${seconds},"https://example.org/${next(1e9)}, and ""more"""\n`;
    }
    writeSync(out, text);
  }
  closeSync(out);
}

/** @param {string[]} args */
function run(...args) {
  const atExit =
    'process.on("exit", () => console.error(`most memory: ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`))';
  const begin = performance.now();
  const { status, stdout, stderr } = spawnSync(
    "node",
    ["--import", `data:text/javascript,${encodeURIComponent(atExit)}`, program, ...args],
    { encoding: "utf8" },
  );
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  const memory = /most memory: .*/.exec(stderr)?.[0];
  console.log(`logstar ${args[0]}: ${seconds} s, ${memory}`);
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

try {
  write();
  console.log(`${rows} rows, ${(statSync(file).size / 1e9).toFixed(2)} GB`);
  const ledger = join(folder, "budget.json");
  run("ledger", "new", ledger, "--epsilon", "10", "--delta", "1e-5", "--unit", "user");
  const paid = ["--user", "user", "--ledger", ledger, "--epsilon", "1"];
  const found = ["--group-by", "country", "--groups", "private", "--delta", "1e-7"];
  const seconds = ["--column", "seconds", "--domain", "0,600,3"];
  console.log(run("median", file, ...seconds, ...paid, ...found));
  console.log(
    run(
      "top-k",
      file,
      "--column",
      "page",
      "--k",
      "5",
      "--per-user",
      "5",
      "--delta",
      "1e-7",
      ...paid,
    ),
  );
  console.log(run("count", file, ...paid));
} finally {
  rmSync(folder, { recursive: true });
}
