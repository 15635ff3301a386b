// The ledger file under concurrent processes, killed processes, and a full disk. Every answer on the screen has
// its charge in the file, and the file is always complete.
import assert from "node:assert/strict";
import {
  existsSync,
  linkSync,
  readdirSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { after, beforeEach, test } from "node:test";
import { placeOfNumbers, startOf } from "../../../dist/files/processes.js";
import { program, Terminal } from "../terminal.mjs";

const terminals = [];
/** @type {Terminal} */
let terminal;
beforeEach(() => {
  terminal = new Terminal();
  terminals.push(terminal);
  terminal.write("data.csv", "id\na\nb\nc\n");
  terminal.run(..."ledger new budget.json --epsilon 4 --unit user".split(" "));
});
after(() => {
  for (const one of terminals) one.remove();
});

const count = "count data.csv --user id --epsilon 1 --ledger budget.json".split(" ");
const saved = () => JSON.parse(terminal.read("budget.json"));
const spent = () => Math.round(saved().spent.epsilon);
const others = () =>
  readdirSync(terminal.folder).filter((name) => !["budget.json", "data.csv"].includes(name));

test("ten concurrent processes get as many answers as the budget allows", async () => {
  const ended = await Promise.all(Array.from({ length: 10 }, () => terminal.begin({}, ...count)));
  const answered = ended.filter(({ status }) => status === 0);
  assert.equal(answered.length, 4);
  assert.deepEqual(
    ended.filter(({ status }) => status !== 0).map(({ status, out }) => [status, out]),
    Array.from({ length: 6 }, () => [1, ""]),
  );
  assert.equal(saved().entries.length, 4);
  assert.deepEqual(others(), []);
});

test("one ledger under two names has one lock", async () => {
  symlinkSync(terminal.path("budget.json"), terminal.path("other.json"));
  const other = count.map((word) => (word === "budget.json" ? "other.json" : word));
  const ended = await Promise.all(
    Array.from({ length: 6 }, (_, i) => terminal.begin({}, ...(i % 2 ? count : other))),
  );
  assert.equal(ended.filter(({ status }) => status === 0).length, 4);
  assert.equal(saved().entries.length, 4);
});

/**
 * Runs a command that gets a signal, as by kill -9 or Ctrl-C, at its first call of a function of node:fs on a
 * file with this ending, before or after the call.
 */
function signalled(signal, name, ending, when = "before") {
  const code = `
    import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    const real = fs.${name};
    const opened = fs.openSync;
    const paths = new Map();
    let calls = 0;
    fs.openSync = (...args) => { const file = opened(...args); paths.set(file, args[0]); return file; };
    const spy = (...args) => {
      const file = String(paths.get(args[0]) ?? args.at(${name === "renameSync" || name === "linkSync" ? 1 : 0}));
      if (!file.endsWith(${JSON.stringify(ending)}) || ++calls > 1) return real(...args);
      const returned = ${when === "after"} ? real(...args) : undefined;
      process.kill(process.pid, "${signal}");
      return ${when === "after"} ? returned : real(...args);
    };
    fs.${name} = spy;
    syncBuiltinESMExports();`;
  const hook = `data:text/javascript,${encodeURIComponent(code)}`;
  return terminal.node(["--import", hook, program, ...count]);
}

const stages = [
  ["before it has the lock", ["linkSync", ".lock"], 0],
  ["when it has the lock", ["linkSync", ".lock", "after"], 0],
  ["before the new file is written", ["writeFileSync", ".new"], 0],
  ["when the new file is written", ["writeFileSync", ".new", "after"], 0],
  ["before the new file is on the disk", ["fsyncSync", ".new"], 0],
  ["before the new file has the name", ["renameSync", "budget.json"], 0],
  ["when the new file has the name", ["renameSync", "budget.json", "after"], 1],
  ["before the lock is given back", ["unlinkSync", ".lock"], 1],
];

for (const [stage, args, charged] of stages) {
  test(`killed ${stage}, a command prints no answer, and the next one continues`, () => {
    const { status, out } = signalled("SIGKILL", ...args);
    assert.notEqual(status, 0);
    assert.equal(out, "");
    assert.equal(spent(), charged);
    assert.equal(terminal.run(...count).status, 0, "what was left of the lock is noticed");
    assert.equal(spent(), charged + 1);
    assert.ok(!existsSync(terminal.path("budget.json.lock")));
  });
}

/** A lock file as another process of this machine would have left it. */
const lockOf = (owner) =>
  writeFileSync(
    terminal.path("budget.json.lock"),
    JSON.stringify({ token: "t", ...placeOfNumbers(), ...owner }),
  );

test("the lock of an ended process is removed, even if another process has its number by now", () => {
  lockOf({ pid: process.pid, start: "1", host: hostname() });
  assert.equal(terminal.run(...count).status, 0);
  lockOf({ pid: 2 ** 22 + 1, start: "1", host: hostname() });
  assert.equal(terminal.run(...count).status, 0);
});

/** Starts a question, and waits until it says that it waits for the ledger: after two seconds. */
async function waitingCount(before = []) {
  let heard;
  const told = new Promise((resolve) => {
    heard = resolve;
  });
  const onError = (text) => text.includes("waiting for the ledger") && heard();
  const ended = terminal.begin({ before, onError }, ...count);
  await Promise.race([told, ended]);
  return { ended };
}

test("the lock of a running process, of another machine or of another container stays, and is waited for", async () => {
  const unused = terminal.read("budget.json");
  for (const owner of [
    { pid: process.pid, start: startOf(process.pid), host: hostname() },
    { pid: 1, start: "1", host: "another-machine" },
    // Regression: two containers with one host name declared each other's processes dead.
    { pid: 2 ** 22 + 1, start: "1", host: hostname(), namespace: "pid:[1]" },
    { pid: 2 ** 22 + 1, start: "1", host: hostname(), boot: "another start" },
    { pid: 2 ** 22 + 1, start: "1", host: hostname(), boot: undefined, namespace: undefined },
  ]) {
    terminal.write("budget.json", unused);
    lockOf(owner);
    const { ended } = await waitingCount();
    assert.ok(existsSync(terminal.path("budget.json.lock")));
    const before = saved().entries.length;
    // Its owner ends it.
    terminal.node(["-e", 'fs.unlinkSync("budget.json.lock")']);
    const { status, stderr } = await ended;
    assert.equal(status, 0);
    const told = `waiting for the ledger, which is in use by process ${owner.pid} on ${owner.host}`;
    assert.deepEqual(
      stderr.split("\n").filter((line) => line.startsWith("waiting")),
      [told],
    );
    assert.equal(saved().entries.length, before + 1);
  }
});

test("ten processes that find one stale lock break it once", async () => {
  lockOf({ pid: process.pid, start: "1", host: hostname() });
  const ended = await Promise.all(Array.from({ length: 10 }, () => terminal.begin({}, ...count)));
  assert.equal(ended.filter(({ status }) => status === 0).length, 4);
  assert.equal(saved().entries.length, 4);
  assert.deepEqual(others(), []);
});

// Cause: if two processes saw a dead lock, the slower one removed the new lock of the faster one.
test("a lock made while a stale one is being broken stays", async () => {
  lockOf({ pid: process.pid, start: "1", host: hostname() });
  const place = { host: hostname(), ...placeOfNumbers() };
  const owner = { pid: process.pid, start: startOf(process.pid), ...place, token: "new" };
  const code = `
    import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    const link = fs.linkSync;
    fs.linkSync = (from, to) => {
      link(from, to);
      if (to.endsWith(".breaking")) fs.writeFileSync("budget.json.lock", ${JSON.stringify(JSON.stringify(owner))});
    };
    syncBuiltinESMExports();`;
  const hook = `data:text/javascript,${encodeURIComponent(code)}`;
  const { ended } = await waitingCount(["--import", hook]);
  assert.equal(JSON.parse(terminal.read("budget.json.lock")).token, "new");
  assert.equal(spent(), 0);
  terminal.node(["-e", 'fs.unlinkSync("budget.json.lock")']);
  assert.equal((await ended).status, 0);
});

/** Runs a command that some code interrupts at its first call of a node:fs function for a file with this ending. */
function interrupted(name, ending, code) {
  const hook = `
    import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    const real = fs.${name};
    let isDone = false;
    fs.${name} = (...args) => {
      if (!isDone && String(args[0]).endsWith(${JSON.stringify(ending)})) { isDone = true; ${code} }
      return real(...args);
    };
    syncBuiltinESMExports();`;
  const address = `data:text/javascript,${encodeURIComponent(hook)}`;
  return terminal.node(["--import", address, program, ...count]);
}

for (const [stage, args] of stages) {
  test(`interrupted ${stage}, a command leaves ledger and folder whole`, () => {
    for (const signal of ["SIGINT", "SIGTERM"]) {
      const before = spent();
      const { status, out, err } = signalled(signal, ...args);
      assert.ok([0, 130, 143].includes(status), `${status} ${err}`);
      assert.doesNotMatch(err, /\n {4}at /);
      assert.deepEqual(others(), []);
      assert.ok(spent() === before + 1 || (spent() === before && out === ""), out);
    }
  });
}

test("removing a lock in use ends the command without an answer", () => {
  const before = terminal.read("budget.json");
  const { status, out, err } = interrupted(
    "openSync",
    ".new",
    'fs.writeFileSync("budget.json.lock", "of another one");',
  );
  assert.equal(status, 3);
  assert.equal(out, "");
  assert.match(
    err,
    /budget\.json cannot be written: its lock disappeared meanwhile; the answer is withheld$/m,
  );
  assert.equal(terminal.read("budget.json"), before);
  assert.equal(terminal.read("budget.json.lock"), "of another one", "the other's lock stays");
  assert.deepEqual(others(), ["budget.json.lock"]);
});

test("a change of another program during a query stays, and is charged unless it damages the ledger", () => {
  const about = `{"about": "later",`;
  const change = `fs.writeFileSync("budget.json", fs.readFileSync("budget.json", "utf8").replace("{", '${about}'));`;
  const changed = interrupted("openSync", ".new", change);
  assert.equal(changed.status, 0, changed.err);
  assert.deepEqual([saved().about, spent()], ["later", 1]);
  const damaged = interrupted("openSync", ".new", 'fs.appendFileSync("budget.json", "}");');
  assert.deepEqual([damaged.status, damaged.out], [2, ""]);
  assert.match(damaged.err, /budget\.json cannot be read as a ledger: saved text must be JSON/);
  assert.match(terminal.read("budget.json"), /\}\n\}$/);
  assert.deepEqual(others(), []);
});

test("a ledger with two hard links is rejected, and accepted after one of them is removed", () => {
  linkSync(terminal.path("budget.json"), terminal.path("other.json"));
  const commands = [count, ["ledger", "show", "budget.json"], ["ledger", "show", "other.json"]];
  for (const command of commands) {
    const { status, out, err } = terminal.run(...command);
    assert.notEqual(status, 0);
    assert.equal(out, "");
    assert.match(err, /\.json must have one name, got 2 hard links: /);
  }
  assert.equal(spent(), 0);
  unlinkSync(terminal.path("other.json"));
  assert.equal(terminal.run(...count).status, 0);
});

test("on a full disk the old file stays, and no answer appears", () => {
  assert.equal(terminal.run(...count).status, 0);
  assert.ok(statSync(terminal.path("budget.json")).size > 1024);
  const before = terminal.read("budget.json");
  // Files of at most 1 KB; the shell ignores the signal, so that the program gets an error.
  const { status, out, err } = terminal.node([program, ...count], "trap '' XFSZ; ulimit -f 1");
  assert.equal(status, 3);
  assert.equal(out, "");
  assert.match(err, /^logstar: .*budget\.json cannot be written: .*; the answer is withheld$/m);
  assert.equal(terminal.read("budget.json"), before);
  assert.deepEqual(others(), []);
});

test("a question that fails after its charge stays charged", () => {
  terminal.write("odd.csv", "id,v\na,1\nb,\n");
  const args =
    "median odd.csv --column v --user id --missing throw --epsilon 1 --ledger budget.json";
  const { status, out } = terminal.run(...args.split(" "));
  assert.equal(status, 2);
  assert.equal(out, "");
  assert.equal(spent(), 1);
});

test("only its owner can read a ledger, and its permissions stay", () => {
  const modeOf = () => statSync(terminal.path("budget.json")).mode & 0o777;
  assert.equal(modeOf(), 0o600);
  terminal.node(["-e", 'fs.chmodSync("budget.json", 0o640)']);
  terminal.run(...count);
  assert.equal(modeOf(), 0o640);
});
