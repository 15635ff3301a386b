// Any bytes in one record, in every format: what the other records are read as stays the same.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import fc from "fast-check";
import { readRows } from "../../build/programs/demo/files/formats.js";
import { reading } from "../../build/programs/demo/files/readings.js";
import { NotText } from "../../build/programs/demo/files/text.js";
import { workbook } from "../cli/workbook.mjs";

const notation = { decimal: ",", thousands: ".", affix: ["€"], negative: "parentheses" };
const read = [reading("text"), reading("number", notation), reading("date", { dates: "%d.%m.%Y" })];
const columns = ["id", "v", "on"];

/** Each row as people, numbers and dates, with the number of unreadable lines. */
async function readingsOf(bytes, how) {
  const rows = [];
  let malformed = 0;
  for await (const batch of readRows(new Blob([bytes]), { ...how, columns })) {
    malformed = batch.malformed.count;
    rows.push(...batch.rows.map((row) => row.map((cell, at) => read[at](cell))));
  }
  return { rows, malformed };
}

const earlier = ["p1", "1.234,50 €", "29.03.2026"];
const later = ["p\u00e9", "(12)", "30.02.2026"];
const encoded = (text) => new TextEncoder().encode(text);
const joined = (...parts) => Buffer.concat(parts.map((part) => Buffer.from(part)));

/** Bytes of a line: any, but marks of the formats, and halves of letters more often. */
const marks = encoded('",;\t|{}[]:\\\u0000\ufeff\u2028=.()-€').map((byte) => byte);
const anyBytes = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(...marks, 0xe2, 0xf0, 0xff)), {
    maxLength: 12,
  })
  .map((bytes) => Uint8Array.from(bytes, (byte) => (byte === 10 || byte === 13 ? 0x22 : byte)));

const delimited = (by) => (row) =>
  row.map((cell) => (cell.includes(by) ? `"${cell}"` : cell)).join(by);
const object = (row) =>
  JSON.stringify(Object.fromEntries(columns.map((name, i) => [name, row[i]])));

/** Files of one record a line: the first line, and how a row is written. */
const lineFormats = {
  csv: [`${columns.join(",")}\n`, delimited(",")],
  tsv: [`${columns.join("\t")}\n`, delimited("\t")],
  ndjson: ["", object],
};

for (const [format, [head, line]] of Object.entries(lineFormats)) {
  for (const packed of [false, true]) {
    test(`any bytes in a line of ${format}${packed ? ", packed," : ""} leave the other lines as they are`, async () => {
      const pack = packed ? gzipSync : (bytes) => bytes;
      const rows = await readingsOf(pack(encoded(`${head}${line(earlier)}\n${line(later)}\n`)), {
        format,
      });
      assert.equal(rows.rows.length, 2);
      await fc.assert(
        fc.asyncProperty(anyBytes, async (bytes) => {
          const file = pack(
            joined(encoded(`${head}${line(earlier)}\n`), bytes, encoded(`\n${line(later)}\n`)),
          );
          const lax = await readingsOf(file, { format, isStrict: false });
          assert.deepEqual([lax.rows[0], lax.rows.at(-1)], rows.rows);
          assert.ok(lax.rows.length + lax.malformed <= 3);
          // By default bytes that are not text stop the reading, and change nothing.
          const strict = await readingsOf(file, { format }).catch((error) => error);
          if (strict instanceof Error) assert.ok(strict instanceof NotText, `${strict}`);
          else assert.deepEqual(strict, lax);
        }),
        { numRuns: packed ? 150 : 500 },
      );
    });
  }
}

test("any bytes in a text of a JSON array leave the other elements as they are, or stop the reading", async () => {
  const rows = await readingsOf(encoded(`[${object(earlier)},${object(later)}]`), {
    format: "json",
  });
  await fc.assert(
    fc.asyncProperty(anyBytes, async (bytes) => {
      const text = [`[${object(earlier)},{"id":"`, bytes, `","v":"1"},${object(later)}]`];
      const file = joined(encoded(text[0]), text[1], encoded(text[2]));
      const found = await readingsOf(file, { format: "json", isStrict: false }).catch(
        ({ message }) => message,
      );
      if (typeof found === "string")
        return assert.match(found, /a broken JSON array|of an unsupported kind/);
      assert.deepEqual([found.rows[0], found.rows.at(-1)], rows.rows);
    }),
    { numRuns: 500 },
  );
});

test("any text in a row of a workbook leaves the other rows as they are", async () => {
  const rows = await readingsOf(workbook({ S: [columns, earlier, later] }), {});
  const texts = fc.string({ unit: "grapheme", maxLength: 12 });
  // XML has no letters below the blank, except line ends and tabs, and neither of the last two.
  const isAllowed = (letter) => letter >= " " && letter !== "\ufffe" && letter !== "\uffff";
  const allowed = texts.map((text) => [...text].filter(isAllowed).join(""));
  await fc.assert(
    fc.asyncProperty(allowed, async (text) => {
      const file = workbook({ S: [columns, earlier, [text, text, text], later] });
      const found = await readingsOf(file, {});
      assert.deepEqual([found.rows[0], found.rows.at(-1)], rows.rows);
    }),
    { numRuns: 200 },
  );
});

let folder;
let connection;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "logstar-bytes-"));
  connection = await (await DuckDBInstance.create()).connect();
});
after(() => {
  connection.closeSync();
  rmSync(folder, { recursive: true, force: true });
});

test("any bytes in a field of Parquet leave the other rows as they are", async () => {
  const path = join(folder, "bytes.parquet");
  const valuesOf = (row) => `(${row.map((cell) => `'${cell}'`).join(", ")})`;
  const written = async (middle) => {
    const rows = [valuesOf(earlier), ...middle, valuesOf(later)].join(", ");
    await connection.run(
      `COPY (SELECT id::VARCHAR AS id, v, "on" FROM (VALUES ${rows}) AS t(id, v, "on")) TO '${path}' (FORMAT parquet)`,
    );
    return readFileSync(path);
  };
  const rows = await readingsOf(await written([]), {});
  await fc.assert(
    fc.asyncProperty(anyBytes, async (bytes) => {
      // DuckDB writes valid text only: the bytes are changed in the file.
      const mark = "\u0001".repeat(bytes.length + 8);
      const file = await written([`('${mark}', '1', NULL)`]);
      const at = file.indexOf(encoded(mark));
      assert.ok(at > 0);
      file.set(bytes, at);
      const found = await readingsOf(file, {});
      assert.equal(found.rows.length, 3);
      assert.deepEqual([found.rows[0], found.rows.at(-1)], rows.rows);
    }),
    { numRuns: 60 },
  );
});
