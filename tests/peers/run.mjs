// logstar compared with other libraries, on the same data: `--quick` in five minutes, `--only opendp` one peer,
// `--page` writes docs/compared.md. Each peer has a separate environment below build/, from PyPI by the
// machine's own pip.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildPackage } from "../../scripts/build.mjs";
import { setUpWasm } from "../../scripts/setup.mjs";
import { main, root, runQuietly, say } from "../../scripts/shell.mjs";

const folder = join(root, "build/peers");
const source = join(root, "tests/peers");

/** The Python of a peer's environment, with the packages of requirements.txt. */
function environment({ word }, requirements) {
  const place = join(folder, word);
  const python = join(place, "bin/python");
  const stamp = join(place, "installed.txt");
  const wanted = requirements.join("\n");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return python;
  rmSync(place, { recursive: true, force: true });
  runQuietly("python3", ["-m", "venv", place]);
  runQuietly(python, ["-m", "pip", "install", "--quiet", ...requirements]);
  writeFileSync(stamp, wanted);
  return python;
}

/** The lines of answers that a peer wrote within `seconds` seconds. */
function answersOf(peer, requirements, tasksFile, seconds) {
  const python = environment(peer, requirements);
  const answers = join(folder, `${peer.word}.jsonl`);
  const program = join(source, `${peer.word}_peer.py`);
  // Spark leaves a folder in its working directory, Python one next to its imports.
  runQuietly(python, ["-B", program, tasksFile, answers, String(seconds)], { cwd: folder });
  const lines = readFileSync(answers, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

main(async () => {
  const { values: wanted } = parseArgs({
    options: {
      quick: { type: "boolean" },
      only: { type: "string" },
      page: { type: "boolean" },
    },
  });
  const { peers, requirementsOf } = await import("./peers.mjs");
  const some = peers.filter(({ word }) => word === (wanted.only ?? word));
  if (some.length === 0) {
    throw new Error(
      `--only must be one of ${peers.map(({ word }) => word).join(", ")}, got ${wanted.only}`,
    );
  }
  await setUpWasm();
  await buildPackage();
  const { loadForTesting } = await import("../../dist/testing.js");
  await loadForTesting({ seed: 1 });
  const { tasks } = await import("./tasks.mjs");
  const { answersOf: ownAnswers } = await import("./logstar.mjs");
  const { judged } = await import("./judge.mjs");
  const { comparedPage } = await import("./page.mjs");

  const asked = tasks({ quick: wanted.quick });
  mkdirSync(folder, { recursive: true });
  const tasksFile = join(folder, "tasks.json");
  writeFileSync(tasksFile, JSON.stringify({ ...asked, seconds: wanted.quick ? 1 : 6 }));
  const secondsOf = ({ slowness = 1 }) => (wanted.quick ? 30 : 120) * slowness;
  const ofTask = (lines, task) =>
    judged(
      task,
      asked.sets,
      lines.filter((line) => line.task === task.id),
    );

  say("logstar");
  const own = ownAnswers(asked);
  const absent = [];
  const answered = some.flatMap((peer) => {
    say(peer.name);
    try {
      const requirements = requirementsOf(peer.word);
      return [{ peer, lines: answersOf(peer, requirements, tasksFile, secondsOf(peer)) }];
    } catch (error) {
      absent.push({ peer, reason: error.message });
      console.log(error.message);
      return [];
    }
  });
  const rows = asked.tasks.map((task) => ({
    task,
    own: ofTask(own, task),
    others: answered.map(({ peer, lines }) => ({ peer, ways: ofTask(lines, task) })),
  }));
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const date = new Date().toISOString().slice(0, 10);
  const page = comparedPage(rows, { version, date, absent });
  if (wanted.page) writeFileSync(join(root, "docs/compared.md"), page);
  else console.log(page);
});
