// logstar/worker: long arrays of text and numbers cross in pieces, as they were at the moment of the call.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Worker } from "node:worker_threads";
import { text } from "../../dist/index.js";
import { connect } from "../../dist/worker.js";

const records = 100_000;
/** With epsilon 1,000 the answer is a record. */
const epsilon = 1000;

/** The messages to the worker, each a verb with its arguments. */
const sent = [];
let logstar;

before(async () => {
  logstar = await connect({
    worker: () => {
      const worker = new Worker(new URL("../../dist/worker-thread.js", import.meta.url));
      const post = worker.postMessage;
      worker.postMessage = (message, moved) => {
        sent.push(message.logstar);
        return post.call(worker, message, moved);
      };
      return worker;
    },
  });
});
after(() => logstar.dispose());

const piecesOf = (messages) => messages.filter(([verb]) => verb === "piece");

test("a long array of texts crosses in pieces of at most 16,384 values, and nothing twice", async () => {
  sent.length = 0;
  const words = Array.from({ length: records }, (_, i) => `word ${i}`);
  await logstar.median(words, { epsilon, domain: text(12) });
  const pieces = piecesOf(sent);
  assert.deepEqual(
    pieces.flatMap(([, , values]) => values),
    words,
  );
  for (const [, , values] of pieces) assert.ok(values.length <= 16_384);
  assert.ok(pieces.length > 6);
  const [verb, { args }] = sent.at(-1);
  assert.equal(verb, "run");
  assert.equal(args[0], undefined);
});

test("long texts make pieces of fewer values", async () => {
  sent.length = 0;
  await logstar.median(Array(20_000).fill("long ".repeat(100)), { epsilon, domain: text(12) });
  const pieces = piecesOf(sent);
  for (const [, , values] of pieces) assert.ok(values.length <= 1_000);
  assert.equal(pieces.flatMap(([, , values]) => values).length, 20_000);
});

test("the worker gets a long array and what is beside it as they are at the call", async () => {
  const words = Array(records).fill("before");
  const users = Uint32Array.from(words, (_, i) => i);
  const asked = logstar.median({ values: words, users }, { epsilon, domain: text(12), perUser: 1 });
  words.fill("changed");
  users.fill(7);
  assert.deepEqual((await asked).value, { text: "before", after: false });
});

test("a call that is cancelled while its pieces cross costs nothing, and leaves nothing behind", async () => {
  const ledger = await new logstar.Ledger({ epsilon: 2 * epsilon });
  const controller = new AbortController();
  const options = { epsilon, domain: text(12), ledger };
  sent.length = 0;
  const cancelled = logstar.median(Array(records).fill("cancelled"), {
    ...options,
    signal: controller.signal,
  });
  const next = logstar.median(Array(records).fill("next"), options);
  controller.abort();
  await assert.rejects(cancelled, { name: "AbortError" });
  assert.deepEqual((await next).value, { text: "next", after: false });
  assert.deepEqual(ledger.remaining, { epsilon, delta: 0 });
  assert.ok(piecesOf(sent).some(([, , values]) => values[0] === "cancelled"));
});

test("columns that a table reads from rows cross in pieces", async () => {
  sent.length = 0;
  const rows = Array.from({ length: records }, (_, i) => ({
    id: i,
    town: i % 2 ? "a" : "b",
    age: 40,
  }));
  const people = logstar.table(rows, { user: "id" }).groupBy("town", ["a", "b"]);
  const { groups } = await people.count({ epsilon, perUser: 1 });
  assert.deepEqual(
    groups.map(({ value }) => value),
    [records / 2, records / 2],
  );
  assert.ok(piecesOf(sent).length > 6);
});

test("the same answers come from arrays that cannot cross in pieces", async () => {
  sent.length = 0;
  const dates = Array(20_000).fill(new Date(1e12));
  const { value } = await logstar.count({ values: dates, users: null }, { epsilon });
  assert.equal(value, 20_000);
  assert.equal(piecesOf(sent).length, 0);
});
