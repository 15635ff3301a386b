// The documentation shows the SQL that is really sent.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { engineQueriesFile, engineQueriesPage } from "../../scripts/engine-queries-page.mjs";
import { engines } from "./engines.mjs";

test("docs/engine-queries.md is what engines are sent: node scripts/engine-queries-page.mjs", async () => {
  const running = await Promise.all([engines.duckdb(), engines.postgres()]);
  try {
    const page = await engineQueriesPage(running);
    assert.equal(readFileSync(engineQueriesFile, "utf8"), page);
    assert.match(page, /md5\('\(32 hexadecimal digits\)'/);
  } finally {
    await Promise.all(running.map(({ stop }) => stop()));
  }
});
