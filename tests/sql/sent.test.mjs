// The documentation shows the SQL actually sent: docs/engine-queries.md is recorded from a connection.
import assert from "node:assert/strict";
import { test } from "node:test";
import { engineQueriesPage } from "../../scripts/pages/engine-queries.mjs";

test("the page of queries shows each question to both engines, and the same SQL each time except for salts", async () => {
  const page = await engineQueriesPage();
  assert.equal(await engineQueriesPage(), page);
  for (const dialect of page.split("\n## ").slice(1)) {
    assert.match(dialect, /^(duckdb|postgres)\n/);
    assert.equal(dialect.match(/^### `visits\./gm)?.length, 11);
    assert.match(dialect, /\bends\(i, g, k, side\)/, "the page needs a seed with an interval");
  }
});
