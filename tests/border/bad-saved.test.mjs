// Saved states that were damaged, truncated, or saved by another class: rejected by a documented error, or
// resumed, never a trap.
import assert from "node:assert/strict";
import test from "node:test";
import * as logstar from "../../dist/index.js";
import { checkError, nextBad, shown } from "../js/bad-values.mjs";
import { unsealed } from "../js/unsealed.mjs";
import { resumedWith, savable, used } from "../js/valid-member-calls.mjs";

await logstar.load();

/** The paths to all parts of plain data. */
function pathsOf(plain, path = []) {
  if (plain === null || typeof plain !== "object") return [path];
  return [path, ...Object.keys(plain).flatMap((key) => pathsOf(plain[key], [...path, key]))];
}

/** Resumes it and uses the result; returns the error, which must be a documented one. */
function attempt(name, saved, described) {
  try {
    const again = logstar[name].fromJSON(saved, ...(resumedWith[name]?.() ?? []));
    savable[name](again);
    again.dispose?.();
  } catch (error) {
    checkError(error, described);
    return error;
  }
}

/** Tries the state with each of its parts replaced by bad values, and without it. */
function everyPartReplaced(name, saved) {
  const paths = pathsOf(JSON.parse(saved)).slice(1);
  assert.ok(paths.length > 1);
  for (const path of paths) {
    for (const value of nextBad()) {
      const plain = JSON.parse(saved);
      const parent = path.slice(0, -1).reduce((part, key) => part[key], plain);
      parent[path.at(-1)] = value;
      attempt(name, plain, `${name} with ${shown(value)} as ${path.join(".")}`);
    }
    const plain = JSON.parse(saved);
    const parent = path.slice(0, -1).reduce((part, key) => part[key], plain);
    delete parent[path.at(-1)];
    attempt(name, plain, `${name} without ${path.join(".")}`);
  }
}

for (const name of Object.keys(savable)) {
  const object = used(name);
  const saved = JSON.stringify(object);

  test(`a saved ${name} with any of its parts replaced is rejected or resumes`, () => {
    assert.equal(attempt(name, JSON.parse(saved), name), undefined);
    everyPartReplaced(name, saved);
    // A replaced part no longer fits the head. If there is no head, the ledger itself must reject it.
    if (name === "Ledger") everyPartReplaced(name, JSON.stringify(unsealed(object)));
  });

  test(`a saved ${name} is rejected by another class, and if it was truncated`, () => {
    for (const other of Object.keys(savable).filter((one) => one !== name)) {
      const described = `${other}.fromJSON of a ${name}`;
      assert.ok(attempt(other, JSON.parse(saved), described), described);
    }
    for (let length = 0; length < saved.length; length += 1 + Math.floor(saved.length / 200)) {
      const described = `${name} of ${length} of ${saved.length} characters`;
      assert.ok(attempt(name, saved.slice(0, length), described), described);
    }
  });
}
