// The example of docs/engines.md, with a server of its own.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

test("the example answers about a folder of Parquet by private group", () => {
  const example = fileURLToPath(new URL("example.mjs", import.meta.url));
  const lines = execFileSync("node", [example], { encoding: "utf8" }).trim().split("\n");
  assert.deepEqual(
    lines.map((line) => line.split(": ")[0]),
    ["Berlin", "Lagos", "Lima"],
  );
  for (const line of lines) {
    const value = Number(line.split(": ")[1]);
    assert.ok(value > 20 && value < 80, line); // near 49
  }
});
