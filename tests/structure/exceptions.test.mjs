// An impossible way is a value: code that compares ways catches no exception, so no mistake passes as an
// impossible way.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/shell.mjs";

/** The border translates every exception for JavaScript. */
const border = ["bindings/border.hpp", "bindings/border.cpp"];

const sources = ["src", "bindings"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((file) => /\.[hc]pp$/.test(file))
    .map((file) => join(folder, file)),
);

test("no C++ source but the border catches an exception", () => {
  const catching = sources.filter((file) =>
    /\bcatch\s*\(/.test(readFileSync(join(root, file), "utf8")),
  );
  assert.deepEqual(catching.sort(), border.toSorted());
});
