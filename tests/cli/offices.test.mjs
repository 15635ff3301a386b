// Twenty-two files as offices have them: at most two commands to an answer, and nothing wrong in silence.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { readTable } from "../../build/programs/demo/data/read-table.js";
import { BothReaders } from "./both-readers.mjs";
import { makeOffice, offices, triedOn } from "./offices.mjs";

/** @type {BothReaders} */
let terminal;
before(() => {
  terminal = new BothReaders();
  return terminal.begin();
});
after(() => terminal.remove());

const answerIn = ({ status, out, err }) => {
  assert.equal(status, 0, err);
  return out.split("\n")[1].trim();
};

for (const [name, { about, said, cure, value }] of Object.entries(offices)) {
  test(`${name} (${about}) is answered after at most two commands`, async () => {
    await makeOffice(terminal, name);
    const { first, second } = await triedOn(terminal, name);
    if (said) assert.match(first.err, said);
    if (!cure) assert.match(answerIn(first), value, first.err);
    else {
      assert.notEqual(first.err, "");
      assert.match(answerIn(second), value, second.err);
    }
    const { status, out, err } = await terminal.run("columns", name);
    assert.equal(status, 0, err);
    assert.match(out, /^This is for the eyes of the data's owner/);
  });
}

test("the page opens each of these files, or says why not", async () => {
  const stopped = [];
  for (const name of Object.keys(offices)) {
    const file = new File([readFileSync(terminal.path(name))], name);
    await readTable(file).catch((error) => stopped.push([name, error.message]));
  }
  assert.deepEqual(
    stopped.map(([name]) => name),
    ["encuesta.csv", "notes.csv"].filter((name) => stopped.some(([other]) => other === name)),
  );
  for (const [, message] of stopped) assert.match(message, /encoding|malformed/);
});
