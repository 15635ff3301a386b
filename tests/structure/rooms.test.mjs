// Each room of src/ and web/ has a README with its contents, its reading order, and its prohibitions.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/shell.mjs";

const foldersOf = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name));

/** Folders of a room that need a map of their own. */
const mapped = ["cut_choice", "rank", "slices", "tree"].map((folder) =>
  join("src/interior_point", folder),
);

const rooms = [...foldersOf("src"), ...foldersOf("web"), ...mapped];

/** Files named by a README: `ledger.*`, `loss.hpp`, `fields.ts`. */
const namedIn = (text) =>
  [...text.matchAll(/`([a-z][\w/-]*)\.(\*|hpp|cpp|ts|js)`/g)].map(([, stem, ending]) => ({
    stem,
    ending,
  }));

const exists = (room, { stem, ending }) =>
  (ending === "*" ? ["hpp", "cpp"] : [ending]).some(
    (one) =>
      existsSync(join(root, room, `${stem}.${one}`)) ||
      existsSync(join(root, "src", `${stem}.${one}`)),
  );

for (const room of rooms) {
  test(`the README of ${room} has 10 to 40 lines and names files that exist`, () => {
    const text = readFileSync(join(root, room, "README.md"), "utf8");
    const lines = text.trimEnd().split("\n").length;
    assert.ok(lines >= 10 && lines <= 40, `${lines} lines`);
    assert.match(text, /^# [^\n]+\n/);
    assert.match(text, /Never do this here:\n/);
    const named = namedIn(text);
    assert.ok(named.length > 0);
    assert.deepEqual(
      named.filter((file) => !exists(room, file)).map(({ stem, ending }) => `${stem}.${ending}`),
      [],
    );
  });
}
