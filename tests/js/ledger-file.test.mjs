// A ledger in a file that several processes share.
import assert from "node:assert/strict";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { ledgerFile } from "../../dist/file.js";
import { createLedger, load, median, spend } from "../../dist/index.js";
import { raced, spending } from "./processes.mjs";

const folder = mkdtempSync(join(tmpdir(), "logstar-ledger-"));
const path = join(folder, "people.json");
const saved = () => JSON.parse(readFileSync(path, "utf8"));

before(() => load());
beforeEach(async () => {
  rmSync(path, { force: true });
  await createLedger(ledgerFile(path), { epsilon: 1 });
});
after(() => rmSync(folder, { recursive: true }));

test("of three processes that read before one writes, each gets an answer only if the budget allows it", async () => {
  assert.deepEqual(await raced(3, "file", path, 0.4), ["BudgetExceeded", "answered", "answered"]);
  assert.equal(saved().spent.epsilon, 0.8);
  assert.equal(saved().entries.filter(({ record }) => record).length, 2);
  assert.deepEqual(readdirSync(folder), ["people.json"]);
});

test("three such processes overspend in a file that is written without a comparison", async () => {
  assert.deepEqual(await raced(3, "careless", path, 0.4), ["answered", "answered", "answered"]);
});

test("a process that is killed between its charge and its answer leaves the charge, and no lock", async () => {
  assert.equal(await spending("file", path, 0.4, "deadly").said, "SIGKILL");
  assert.equal(saved().spent.epsilon, 0.4);
  assert.equal(saved().entries[0].record, undefined);
  assert.deepEqual(readdirSync(folder), ["people.json"]);
  assert.equal(await spending("file", path, 0.4).said, "answered");
  assert.equal(saved().spent.epsilon, 0.8);
});

test("a stale writer of a file is refused, and a file that is there is not made anew", async () => {
  const store = ledgerFile(path);
  const { text, version } = await store.read();
  await spend(store, (ledger) => median([1, 2, 3], { epsilon: 0.5, ledger }));
  assert.equal(await store.write(text, version), false);
  assert.equal(await store.write(text, null), false);
  assert.equal(saved().spent.epsilon, 0.5);
});

test("a file that cannot be written leaves the old one, and no answer", async () => {
  const blocked = join(folder, "missing/people.json");
  const store = { ...ledgerFile(path), write: ledgerFile(blocked).write };
  await assert.rejects(
    spend(store, (ledger) => median([1, 2, 3], { epsilon: 0.5, ledger })),
    /missing\/people\.json\.lock cannot be written: ENOENT/,
  );
  assert.equal(saved().spent.epsilon, 0);
});

test("fields that are not the ledger's stay in its file, and only its owner can read it", async () => {
  writeFileSync(path, JSON.stringify({ about: "payroll", ...saved() }));
  await spend(ledgerFile(path), (ledger) => median([1, 2, 3], { epsilon: 0.5, ledger }));
  assert.equal(saved().about, "payroll");
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test("a file that is not there is no ledger, and wrong arguments are named", async () => {
  const none = ledgerFile(join(folder, "none.json"));
  assert.equal(await none.read(), null);
  assert.equal(existsSync(join(folder, "none.json")), false);
  assert.throws(() => ledgerFile(""), /^TypeError: path must be the path of a file, got ""/);
  assert.throws(() => ledgerFile(path, { onWiat: 1 }), /^TypeError: ledgerFile: unknown option/);
  assert.throws(() => ledgerFile(path, { onWait: 1 }), /^TypeError: onWait must be a function/);
});
