// docs/compared.md and the peers that produce it.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/shell.mjs";
import { peers, requirementsOf, versionOf } from "../peers/peers.mjs";

const page = readFileSync(join(root, "docs/compared.md"), "utf8");

test("docs/compared.md names each peer in the version that requirements.txt pins", () => {
  for (const peer of peers) {
    assert.ok(page.includes(`**${peer.name} ${versionOf(peer)}**`), peer.name);
    assert.ok(existsSync(join(root, `tests/peers/${peer.word}_peer.py`)), peer.word);
  }
});

test("requirements.txt pins every version and names no index", () => {
  for (const { word } of peers) {
    for (const line of requirementsOf(word)) assert.match(line, /^[a-z.-]+==\d+(\.\d+)+$/, word);
  }
});
