// Events of users in engines; `npm run bench -- engines` uses more of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadForTesting } from "../../../dist/testing.js";
import { engines } from "../engines.mjs";
import { askEvents, createEvents, fetchEvents } from "../events.mjs";

for (const name of ["duckdb", "postgres"]) {
  test(`${name}: pages, medians and weekly users of one saved ledger are near the true ones, and few rows leave the engine`, async () => {
    await loadForTesting({ seed: 23 });
    const engine = await engines[name]();
    try {
      const size = { events: 30_000, users: 2_000 };
      await createEvents(engine, size);
      const { ledger, answers, times } = await askEvents(engine);
      assert.equal(ledger.entries.length, 3);
      assert.ok(ledger.remaining.epsilon < 1e-9);
      const one = async (sql) => engine.run(sql);
      const top = await one(
        "SELECT page, COUNT(DISTINCT visitor) AS n FROM events GROUP BY page ORDER BY n DESC, page LIMIT 3",
      );
      const { items } = answers["top pages"];
      assert.equal(items[0].item, top[0].page);
      const { groups } = answers["median seconds by country"];
      assert.ok(groups.length >= 2 && groups.length < 40, `${groups.length}`);
      assert.ok(groups.every(({ group }) => /^country \d+$/.test(group))); // nobody's village
      for (const { value } of groups) assert.ok(value === null || (value >= 0 && value <= 3600));
      const weekly = await one(
        "SELECT date_trunc('week', happened) AS week, COUNT(DISTINCT visitor) AS n FROM events GROUP BY 1 ORDER BY 1",
      );
      const told = answers["weekly active users"].groups;
      assert.equal(told.length, 8);
      // Noise of scale 8 exceeds 200 with probability 10^-10.
      told.forEach(({ value }, week) => {
        assert.ok(Math.abs(value - Number(weekly[week].n)) <= 200, `${value} ${weekly[week].n}`);
      });
      const rows = Object.values(times).reduce((sum, { rows }) => sum + rows, 0);
      assert.ok(rows > 100 && rows < size.events, `${rows}`);
      const fetched = await fetchEvents(engine);
      assert.equal(fetched.rows, size.events);
    } finally {
      await engine.stop();
    }
  });
}
