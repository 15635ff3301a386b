// Columns and settings that made queries fail or changed their meaning.
import assert from "node:assert/strict";
import { test } from "node:test";
import { integers, Ledger, reals } from "../../dist/index.js";
import { inPowers, onGrid } from "../../dist/sql/powers.js";
import { contentsQuery, windowsQuery } from "../../dist/sql/queries.js";
import {
  chosenGroupsQuery,
  distinctQuery,
  endsQuery,
  groupWeightsQuery,
  momentsQuery,
  topItemsQuery,
  totalsQuery,
} from "../../dist/sql/sum-queries.js";
import { sqlTable } from "../../dist/sql.js";
import { settingsOf, under } from "./hostile-settings.mjs";
import { running, startEngines } from "./running.mjs";
import { rowsIn, whole } from "./seen.mjs";
import { binOf, everyBin, rangeFrom } from "./seen-found.mjs";
import { create } from "./tables.mjs";

startEngines(48);

const inDialect = (dialect) => running.filter((engine) => engine.dialect === dialect);
const loss = { epsilon: 1000, delta: 1e-3 };
const few = ["a", "b", "c", "d"];

test("decimals without a digit before the point are read as whole numbers, with halves to even", async () => {
  // DuckDB writes 0.5 as .500: the empty text before the point was not a number.
  for (const engine of running) {
    const type = engine.dialect === "duckdb" ? "DECIMAL(3, 3)" : "numeric(3, 3)";
    const texts = ["0.500", "0.501", "-0.500", "-0.501", "0.000", "0.999"];
    await create(engine, "shares", { id: ["text", texts], share: [type, texts] });
    const ledger = new Ledger({ epsilon: 10000, unit: "user" });
    const table = sqlTable(engine.run, {
      ...{ from: "shares", dialect: engine.dialect, user: "id", ledger },
    });
    const { value } = await table.sum("share", { epsilon: 10000, domain: integers(-1, 1) });
    assert.equal(value, 1, engine.dialect); // 0 + 1 - 0 - 1 + 0 + 1
  }
});

test("a query covers a private group at the smallest or largest whole number of its type", async () => {
  for (const engine of inDialect("duckdb")) {
    for (const name of [-(2n ** 127n), 2n ** 127n - 1n, -(2n ** 63n)]) {
      const columns = {
        id: ["text", few],
        value: ["whole", few.map(() => 5)],
        far: ["HUGEINT", few.map(() => name)],
      };
      await create(engine, "far", columns);
      const table = sqlTable(engine.run, { from: "far", dialect: "duckdb", user: "id" });
      const domain = integers(0, 9);
      const { groups } = await table.groupBy("far", "private").median("value", { ...loss, domain });
      assert.deepEqual(groups, [{ group: name, value: 5 }]);
      const listed = await table.groupBy("far", [name]).count({ epsilon: 1000, perUser: 1 });
      assert.deepEqual(listed.groups, [{ group: name, value: 4 }]);
    }
  }
});

test("a group of several columns is named with 0 for rows of -0, for any order of rows", async () => {
  for (const engine of running) {
    const zeros = ["-0.0", "0.0", "-0.0", "0.0"];
    for (const values of [zeros, zeros.toReversed()]) {
      const columns = { id: ["text", few], x: ["double", values], g: ["text", few.map(() => "g")] };
      await create(engine, "zeros", columns);
      const table = sqlTable(engine.run, { from: "zeros", dialect: engine.dialect, user: "id" });
      const found = table.groupBy(["x", "g"], "private");
      const { groups } = await found.count({ ...loss, perUser: 1 });
      assert.deepEqual(groups, [{ group: [0, "g"], value: 4 }]); // strict: 0 is not -0
    }
  }
});

/** Users with few rows, and one with more rows than the 4 parts of a user's weight. */
const rows = Array.from({ length: 60 }, (_, row) => row);
const events = {
  u: ["text", rows.map((row) => (row < 20 ? "many" : `user ${row % 9}`))],
  g: ["text", rows.map((row) => ["a", "b", "A"][row % 3])],
  v: ["whole", rows.map((row) => (row * 7) % 31)],
  x: ["double", rows.map((row) => [0.1, -1e16, 1, 1e16, 0.3, -0][row % 6])],
};

/** Queries of all kinds over the same rows. */
async function everyQuery(engine) {
  const domain = integers(0, 30);
  const options = { domain, outside: "clamp", list: ["a", "b", "A"] };
  const columns = { value: "v", user: "u", group: "g" };
  const keyed = await rowsIn(engine, "events", columns, options);
  const found = await rowsIn(engine, "events", columns, { ...options, list: undefined });
  const real = await rowsIn(
    engine,
    "events",
    { ...columns, value: "x" },
    { ...options, domain: reals() },
  );
  const within = rangeFrom(binOf(-4), binOf(0.1));
  const ends = [within.grid.lowest, within.grid.highest].map(BigInt);
  const margin = BigInt(whole);
  const shape = { numerator: 1, denominator: 2, margin, bin: 100000n };
  const wanted = [{ group: 0, first: "0", last: "20", from: 0n, to: 2n * margin, bin: 100000n }];
  return {
    windows: windowsQuery(keyed, whole, shape),
    anywhere: windowsQuery(keyed, whole, { ...shape, margin: undefined }),
    contents: contentsQuery(keyed, whole, wanted, false),
    "contents with rows": contentsQuery(keyed, whole, wanted, true),
    "rows of users who have many, by weight": contentsQuery(keyed, 4, wanted, true),
    "rows of users who have many": windowsQuery(keyed, 4, { ...shape, margin: 4n, bin: 1n }),
    "weights of users who have many": groupWeightsQuery(found, 4),
    chosen: chosenGroupsQuery(found, 1, "00"),
    items: topItemsQuery(found, 2, "00", 2),
    totals: totalsQuery(keyed, [0n, 300n], {}),
    "totals in few groups": totalsQuery(keyed, [0n, 300n], { most: 1, salt: "00" }),
    ends: endsQuery(keyed, whole, [0n, 30n]),
    moments: momentsQuery(keyed, whole, [0n, 30n]),
    "moments of users who have many": momentsQuery(keyed, 4, [0n, 2n ** 40n]),
    distinct: distinctQuery(found, 1, "00"),
    "powers of two": groupWeightsQuery(inPowers(real, everyBin, false), 4),
    "powers of two of totals": groupWeightsQuery(inPowers(real, everyBin, true), 4),
    "ends of a range": endsQuery(onGrid(real, within, false), 4, ends),
    "totals within a range": totalsQuery(onGrid(real, within, true), ends, {}),
  };
}

const told = async (engine, sql) => {
  const answer = await engine.run(sql);
  return JSON.stringify(answer.map(({ state, ...row }) => row));
};
const inOrder = (answer) =>
  JSON.parse(answer)
    .map((row) => JSON.stringify(row))
    .sort();

test("no engine setting changes the result of a query", async () => {
  for (const engine of running) {
    await create(engine, "events", events);
    const queries = Object.entries(await everyQuery(engine));
    const usual = await Promise.all(queries.map(([, sql]) => told(engine, sql)));
    for (const [name, values] of Object.entries(settingsOf(engine.dialect))) {
      for (const value of values) {
        await under(engine, { [name]: value }, async () => {
          for (const [place, [what, sql]] of queries.entries()) {
            const isOrdered = /ORDER BY place0/.test(sql);
            const [answer, expected] = [await told(engine, sql), usual[place]].map((one) =>
              isOrdered ? one : inOrder(one),
            );
            assert.deepEqual(answer, expected, `${engine.dialect}: ${what}, ${name} = ${value}`);
          }
        });
      }
    }
  }
});

/** The columns of each ORDER BY; commas and ends inside of functions do not count. */
function ordersIn(sql) {
  return [...sql.matchAll(/ORDER BY /g)].map(({ index }) => {
    let depth = 0;
    const columns = [""];
    for (const letter of sql.slice(index + "ORDER BY ".length).split(/ ROWS | LIMIT |\n/)[0]) {
      depth += letter === "(" ? 1 : letter === ")" ? -1 : 0;
      if (depth < 0) break;
      if (letter === "," && depth === 0) columns.push("");
      else columns[columns.length - 1] += letter;
    }
    return columns;
  });
}

test("each ORDER BY of a query states its direction and the place of NULL", async () => {
  for (const engine of running) {
    await create(engine, "events", events);
    let orders = 0;
    for (const [what, sql] of Object.entries(await everyQuery(engine))) {
      for (const column of ordersIn(sql).flat()) {
        ++orders;
        assert.match(column, / (ASC|DESC) NULLS LAST$/, what);
      }
    }
    assert.ok(orders > 10, `${orders}`);
  }
});

test("the probe rejects a connection whose settings change the meaning of queries", async () => {
  const changing = {
    duckdb: [["debug_window_mode = 'combine'", "many"]], // in which COUNT(*) OVER () is 0
    postgres: [
      ["search_path = public, pg_catalog", "search"],
      ["quote_all_identifiers = on", "type"],
    ],
  };
  for (const { dialect, run } of running) {
    await create({ dialect, run }, "events", events);
    const table = sqlTable(run, { from: "events", dialect, user: "u" });
    for (const [setting, what] of changing[dialect]) {
      await run(`SET ${setting}`);
      await assert.rejects(table.count({ epsilon: 1 }), {
        name: "TypeError",
        message: new RegExp(
          `^run must return the answers of a ${dialect} engine unchanged, got .* \\(${what}\\)$`,
        ),
      });
      await run(`RESET ${setting.split(" ")[0]}`);
    }
    await assert.doesNotReject(table.count({ epsilon: 1 }));
  }
});
