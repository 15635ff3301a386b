// The mutation check: `npm run mutate` perturbs one place at a time in a copy of the sources under
// build/mutants and runs the tests that should notice. What lies between the core and its callers takes
// minutes, the core an hour or two. A run that was stopped goes on where it was: build/mutation-results.json keeps what
// was rejected, as long as the mutation and its file are the same.
// `npm run mutate -- word word` tries only those whose name has one of the words, again: `package/` is all
// that people call, `web/ledger/` a room. `npm run mutate -- --changed` tries those whose file changed in the last 30
// commits, or since the last tag if that is less.

import { mkdirSync, writeFileSync } from "node:fs";
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
import { main, root, runQuietly, say } from "./shell.mjs";

/** One of each room in turn, so that a run that is stopped early has seen them all. */
function inTurn(rooms) {
  const lists = [...rooms.values()];
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, i) => lists.map((list) => list[i])).flat();
}

/** The files that the last commits changed. */
function changedFiles() {
  const git = (...args) => runQuietly("git", args).split("\n").filter(Boolean);
  const sinceTag = git("tag", "--list", "--sort=-creatordate")
    .slice(0, 1)
    .map((tag) => `${tag}..`);
  return new Set(git("log", "-30", "--name-only", "--format=", ...sinceTag));
}

main(async () => {
  const words = process.argv.slice(2);
  const results = readResults();
  const all = inTurn(mutationsByRoom()).filter(Boolean);
  for (const id of Object.keys(results)) {
    if (!all.some((mutation) => idOf(mutation) === id)) delete results[id];
  }
  const write = () => {
    mkdirSync(join(root, "build"), { recursive: true });
    writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
  };
  const changed = words.includes("--changed") ? changedFiles() : undefined;
  const wanted = all.filter((mutation) => {
    if (changed && !changed.has(mutation.file)) return false;
    const known = results[idOf(mutation)];
    const name = `${mutation.room}/ ${idOf(mutation)}`;
    if (!changed && words.length > 0) return words.some((word) => name.includes(word));
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
  say(`${wanted.length - left.length} of ${wanted.length} are rejected`);
  for (const mutation of left) {
    console.log(`${idOf(mutation)}: ${results[idOf(mutation)]?.verdict ?? "does not compile"}`);
  }
  if (uncompiled.length > 0) throw new Error(`do not compile: ${uncompiled.join("; ")}`);
  const unexplained = left.filter(({ survives }) => survives === undefined);
  if (unexplained.length > 0)
    throw new Error("no test noticed some, and nothing says why none can");
});
