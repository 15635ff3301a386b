// Decimals of every scale as whole numbers, halves to even, in each engine beside whole numbers of any size.
import assert from "node:assert/strict";
import { test } from "node:test";
import { dialects } from "../../dist/sql/options.js";
import { inEach, startEngines } from "./running.mjs";

startEngines(49);

const types = { duckdb: "DECIMAL", postgres: "numeric", spark: "DECIMAL" };

/** The nearest whole number to units / 10^scale. */
function rounded(units, scale) {
  const one = 10n ** BigInt(scale);
  const size = units < 0n ? -units : units;
  const [cut, rest] = [size / one, size % one];
  const isUp = 2n * rest > one || (2n * rest === one && cut % 2n === 1n);
  const whole = cut + (isUp ? 1n : 0n);
  return units < 0n ? -whole : whole;
}

function textOf(units, scale) {
  const digits = `${units < 0n ? -units : units}`.padStart(scale + 1, "0");
  const cut = digits.length - scale;
  return `${units < 0n ? "-" : ""}${digits.slice(0, cut)}${scale ? "." : ""}${digits.slice(cut)}`;
}

/** Around 0, around halves and at both ends of the type, in units of the last digit. */
function unitsOf(width, scale) {
  const most = 10n ** BigInt(width) - 1n;
  const one = 10n ** BigInt(scale);
  const halves = [0n, 1n, 2n, most / one - 1n, most / one].map((whole) => whole * one + one / 2n);
  const near = [0n, most, ...halves].flatMap((units) => [units - 1n, units, units + 1n]);
  const both = [...new Set(near.flatMap((units) => [units, -units]))];
  return both.filter((units) => units <= most && units >= -most);
}

test("a decimal of any width and scale becomes the nearest whole number, halves to even", async () => {
  await inEach(async ({ dialect: name, run }) => {
    const dialect = dialects[name];
    const isNarrow = name === "postgres"; // its whole numbers have 64 bits, so it clamps decimals to them first
    for (let scale = 0; scale <= 38; ++scale) {
      for (const width of new Set([scale, scale + 1, scale + 2, 4, 9, 18, 38])) {
        if (width < Math.max(scale, 1) || width > 38) continue;
        const units = unitsOf(width, scale);
        const type = `${types[name]}(${width}, ${scale})`;
        const rows = units.map((one, row) => `(${row}, CAST('${textOf(one, scale)}' AS ${type}))`);
        const near = `SELECT i, ${dialect.nearDecimal("x")} AS x FROM (VALUES ${rows}) AS t(i, x)`;
        const found = await run(
          `SELECT ${dialect.asText("i")} AS i, ${dialect.asText(dialect.wholeOfDecimal("x"))} AS v FROM (${near}) AS near`,
        );
        assert.equal(found.length, units.length);
        for (const { i, v } of found) {
          const exact = rounded(units[i], scale);
          const most = 9n * 10n ** 18n;
          const expected =
            isNarrow && exact > most ? most : isNarrow && exact < -most ? -most : exact;
          assert.equal(BigInt(v), expected, `${name}: ${type} ${textOf(units[i], scale)}`);
        }
      }
    }
  });
});
