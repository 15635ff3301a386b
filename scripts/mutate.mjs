// The mutation check: `npm run mutate` perturbs one place at a time in a copy of the sources under
// build/mutants and runs the tests that should notice. What lies between the core and its callers takes
// minutes, the core an hour or two. It can be stopped and started again, also elsewhere: what was rejected
// (tests/mutation-results.json) stays so as long as the mutation and its file are the same.
// `npm run mutate -- word word` tries only those whose name has one of the words, again: `package/` is all
// that people call, `web/ledger/` a room. Without any mutation to try, as with `-- none`, it writes the page.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { tryInCore } from "./mutants/core.mjs";
import { tryThroughPackage } from "./mutants/package.mjs";
import {
  idOf,
  isRejected,
  isThroughPackage,
  keyOf,
  mutationsByRoom,
  readResults,
  resultsFile,
} from "./mutations.mjs";
import { mutationsPage } from "./mutations-page.mjs";
import { main, root, say } from "./shell.mjs";

/** One of each room in turn, so that a run that is stopped early has seen them all. */
function inTurn(rooms) {
  const lists = [...rooms.values()];
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, i) => lists.map((list) => list[i])).flat();
}

main(async () => {
  const words = process.argv.slice(2);
  const results = readResults();
  const all = inTurn(mutationsByRoom()).filter(Boolean);
  for (const id of Object.keys(results)) {
    if (!all.some((mutation) => idOf(mutation) === id)) delete results[id];
  }
  const write = () => {
    writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
    writeFileSync(join(root, "docs/mutations.md"), mutationsPage(results));
  };
  const wanted = all.filter((mutation) => {
    const known = results[idOf(mutation)];
    const name = `${mutation.room}/ ${idOf(mutation)}`;
    if (words.join() === "none") return false;
    if (words.length > 0) return words.some((word) => name.includes(word));
    return known?.key !== keyOf(mutation) || !isRejected(known.verdict);
  });
  write();
  if (wanted.length === 0) return;

  const uncompiled = [];
  const record = (mutation, found) => {
    const id = idOf(mutation);
    if (found.verdict === "uncompiled") uncompiled.push(id);
    if (found.verdict === "uncompiled") delete results[id];
    else results[id] = { key: keyOf(mutation), ...found };
    write();
    console.log(`${id}: ${found.verdict} ${found.by ?? ""}: ${found.check ?? ""}`);
  };
  const called = wanted.filter(isThroughPackage);
  const inner = wanted.filter((mutation) => !called.includes(mutation));
  if (called.length > 0) await tryThroughPackage(called, record);
  if (inner.length > 0) await tryInCore(inner, record);

  const left = wanted.filter((mutation) => !isRejected(results[idOf(mutation)]?.verdict));
  say(`${wanted.length - left.length} of ${wanted.length} are rejected; wrote docs/mutations.md`);
  for (const mutation of left) {
    console.log(`${idOf(mutation)}: ${results[idOf(mutation)]?.verdict ?? "does not compile"}`);
  }
  if (uncompiled.length > 0) throw new Error(`do not compile: ${uncompiled.join("; ")}`);
});
