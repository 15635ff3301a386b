// Ways to open a table: packed files, streams, JSON arrays, and objects within objects.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { Progress, Wait } from "../../build/programs/bin/progress.js";
import { readNames, readTable } from "../../build/programs/demo/data/read-table.js";
import { BothReaders, columnIn, people } from "./both-readers.mjs";
import { program } from "./terminal.mjs";

/** @type {BothReaders} */
let terminal;
before(() => {
  terminal = new BothReaders();
  return terminal.begin();
});
after(() => terminal.remove());

const csv = (count) =>
  `person,v\n${people(count)
    .map((i) => `p${i},1`)
    .join("\n")}\n`;
const objects = (count) => people(count).map((i) => ({ user: { id: i, town: "x" }, v: 1 }));

/** The first line of a count that a shell feeds. */
function piped(shell, ...args) {
  const { status, out, err } = terminal.node(
    [program, ...args, "--epsilon", "100", "--ledger", "none"],
    `cd '${terminal.folder}'; ${shell}`,
  );
  return { status, value: out.split("\n")[1]?.trim(), err };
}

test("a file packed by gzip is read as its contents, whatever their format", async () => {
  const ndjson = objects(90)
    .map((object) => JSON.stringify(object))
    .join("\n");
  await terminal.parquet("plain.parquet", "SELECT 'p' || i AS person FROM range(90) AS t(i)");
  const wide = Buffer.from(`\ufeff${csv(90)}`, "utf16le");
  for (const [name, content, person] of [
    ["a.csv.gz", csv(90), "person"],
    ["a.tsv.gz", csv(90).replaceAll(",", "\t"), "person"],
    ["a.ndjson.gz", ndjson, "user.id"],
    ["a.json.gz", JSON.stringify(objects(90)), "user.id"],
    ["wide.csv.gz", wide, "person"],
    ["a.parquet.gz", readFileSync(terminal.path("plain.parquet")), "person"],
    ["unnamed", csv(90), "person"],
  ]) {
    const file = terminal.made(name, gzipSync(content));
    const { value } = await terminal.answered(`count ${name} --user ${person}`);
    assert.equal(value, "90", name);
    assert.equal((await columnIn(file, person, { person })).labels.length, 90, name);
  }
  const parts = [csv(50), csv(90).split("\n").slice(51).join("\n")].map((part) => gzipSync(part));
  terminal.made("parts.csv.gz", Buffer.concat(parts));
  assert.equal((await terminal.answered("count parts.csv.gz --user person")).value, "90");
});

test("bytes that are not text are named by their line in a packed file, too", async () => {
  const content = Buffer.concat([Buffer.from(csv(90)), Buffer.from([0x4a, 0xe9, 0x2c, 0x31])]);
  const file = terminal.made("latin.csv.gz", gzipSync(content));
  const { err } = await terminal.stopped("count latin.csv.gz --user person");
  assert.match(err, /latin\.csv\.gz cannot be read: line 92 holds bytes that are not UTF-8/);
  await assert.rejects(readTable(file), /line 92 holds bytes/);
});

test("standard input and pipes are read, packed or not, and unreadable cells stop them before the charge", () => {
  terminal.write("a.csv", csv(90));
  terminal.write("a.csv.gz", gzipSync(csv(90)));
  terminal.write(
    "a.ndjson",
    objects(90)
      .map((one) => JSON.stringify(one))
      .join("\n"),
  );
  const count = (shell, path = "-", person = "person", ...more) =>
    piped(shell, "count", path, "--user", person, ...more);
  assert.equal(count("exec < a.csv").value, "90");
  assert.equal(count("exec < a.csv.gz").value, "90");
  assert.equal(count("exec < a.ndjson", "-", "user.id").value, "90");
  assert.equal(count("exec < a.csv", "-", "person", "--format", "csv").value, "90");
  assert.equal(count("exec < <(sleep 0.2; cat a.csv)").value, "90");
  assert.equal(count("exec 9< <(cat a.csv)", "/dev/fd/9").value, "90");
  const odd = count("exec < <(cat a.csv; echo 1,2,3)");
  assert.equal(odd.status, 2);
  assert.match(
    odd.err,
    /^logstar: standard input has unreadable parts; the ledger is not charged$/m,
  );
  assert.match(odd.err, /^ {4}line 92: 3 fields where the first line has 2$/m);
  const field = count("exec < a.ndjson", "-", "user.ids");
  assert.match(field.err, /user\.ids \(--user\): no object has this field$/m);
  const latin = count("exec < <(cat a.csv; printf 'J\\xe9,1\\n')");
  assert.match(latin.err, /standard input cannot be read: line \d+ or a later one holds bytes/);
});

test("a closed pipe ends a command without a message", () => {
  const shell = `"$0" "$1" count --help | (exec <&-; sleep 1)`;
  const { stderr } = spawnSync("bash", ["-c", shell, process.execPath, program], {
    encoding: "utf8",
  });
  assert.equal(stderr, "");
});

test("progress is shown after a second, on a terminal only", () => {
  for (const isTTY of [true, false]) {
    const written = [];
    let time = 0;
    const stream = { isTTY, write: (text) => written.push(text) };
    const progress = new Progress("a.csv", { stream, now: () => time });
    for (const [now, share] of [
      [900, 0.1],
      [1100, 0.25],
      [1200, 0.3],
      [1400, 0],
    ]) {
      time = now;
      progress.show(share, 1200 * share);
    }
    progress.end();
    progress.say("computing the answer");
    progress.end();
    const reading = ["reading a.csv: 25%, 300 rows", "reading a.csv: 0 rows", ""];
    const shown = [...reading, "computing the answer", ""];
    assert.deepEqual(written, isTTY ? shown.map((text) => `\r\u001b[K${text}`) : []);
  }
});

test("a wait without parts shows its seconds after one, on a terminal only", (context) => {
  context.mock.timers.enable({ apis: ["setInterval"] });
  for (const isTTY of [true, false]) {
    const written = [];
    let time = 0;
    const stream = { isTTY, write: (text) => written.push(text) };
    const wait = new Wait("asking visits", { stream, now: () => time });
    for (time = 1000; time <= 2000; time += 1000) context.mock.timers.tick(1000);
    wait.end();
    wait.end();
    const shown = ["asking visits: 1 s", "asking visits: 2 s", ""];
    assert.deepEqual(written, isTTY ? shown.map((text) => `\r\u001b[K${text}`) : []);
  }
});

test("a JSON array of objects is a table, and its records are numbered as rows", async () => {
  const text = JSON.stringify(
    [...objects(90), { user: { id: 7, town: {} }, v: "x" }],
    undefined,
    2,
  );
  const file = terminal.made("array.json", text);
  assert.equal((await terminal.answered("count array.json --user user.id")).value, "90");
  assert.deepEqual(await readNames(file, {}), ["user.id", "user.town", "v"]);
  const { err } = await terminal.stopped(
    "sum array.json --column v --domain integers:0,9 --user user.town",
  );
  assert.match(err, /v \(--column\): 1 of 91 cells cannot be read as a number\n {4}row 91: "x"/);
  assert.match(err, /user\.town \(--user\): 1 of 91 .*\n {4}row 91: "\{an object\}"/);
  terminal.made("mixed.json", '[{"p": 1}, 5, [1], "x", null, {"p": 2}]');
  const mixed = await terminal.stopped("count mixed.json --user p");
  assert.match(mixed.err, /4 lines are malformed\n {4}line 2: a JSON value, not an object/);
  assert.equal((await terminal.answered("count mixed.json --user p --malformed drop")).value, "2");
});

test("an array that breaks JSON's grammar is rejected whole, even with --malformed drop", async () => {
  for (const [text, message] of [
    ['[{"p": 1}, {"p": 2,}, {"p": 3}]', /element 2 is not JSON/],
    ['[{"p": 1} {"p": 2}]', /element 2 does not follow a comma/],
    ['[{"p": 1},]', /element 2 is missing/],
    ['[{"p": 1}', /the file ends within it/],
    ['[{"p": "1}, {"p": 2}]', /the file ends within it/],
    ['[{"p": "1}, {"p": "2}]', /element 1 is not JSON/],
    ['[{"p": 1}] {"p": 2}', /element 2 does not follow a comma, or the array has ended/],
  ]) {
    const file = terminal.made("broken.json", text);
    const { err } = await terminal.stopped("count broken.json --user p --malformed drop");
    assert.match(err, message, text);
    await assert.rejects(readTable(file), message);
  }
});

test("a dotted path names a field of an object in an object, and a field with that very name comes first", async () => {
  const lines = [
    '{"user": {"id": "a"}, "v": 1}',
    '{"user": {"id": "b"}, "user.id": "c", "v": 2}',
    '{"user": null, "v": 3}',
    '{"user": 5, "v": 4}',
    '{"user": [{"id": "d"}], "v": 5}',
    '{"user": {"id": ["e"]}, "v": 6}',
    '{"v": 7}',
  ];
  const file = terminal.made("paths.ndjson", lines.join("\n"));
  const sum = "sum paths.ndjson --column v --domain integers:0,9 --user user.id";
  const { err } = await terminal.stopped(sum);
  assert.match(
    err,
    /user\.id \(--user\): 2 of 7 cells cannot be read as a name\n {4}line 5: "\[a list\]"\n {4}line 6: "\[a list\]"/,
  );
  const { value, err: note } = await terminal.answered(`${sum} --unreadable drop`);
  assert.equal(value, "3");
  assert.match(note, /^user\.id: 3 cells are empty/m);
  const { labels } = await columnIn(file, "user.id", { person: "user.id" });
  assert.deepEqual(labels, ["a", "c"]);
});
