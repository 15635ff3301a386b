// Dates in text: the accepted forms, independent of the machine's time zone.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { before, test } from "node:test";
import { reading, unreadable } from "../../build/programs/demo/files/readings.js";
import { isoTime } from "../../dist/data/iso-time.js";
import { dates, load } from "../../dist/index.js";

before(() => load());

/** Each form with its UTC time. */
const forms = {
  "2026-03-29": "2026-03-29T00:00:00.000Z",
  "2026-03": "2026-03-01T00:00:00.000Z",
  "2026-03-29 02:30": "2026-03-29T02:30:00.000Z",
  "2026-03-29 02:30:00": "2026-03-29T02:30:00.000Z",
  "2026-03-29T02:30:00": "2026-03-29T02:30:00.000Z",
  "2026-03-29 02:30:00.25": "2026-03-29T02:30:00.250Z",
  "2026-03-29 02:30:00.123456": "2026-03-29T02:30:00.123Z",
  "2026-03-29 02:30:00+00": "2026-03-29T02:30:00.000Z",
  "2026-03-29 02:30:00Z": "2026-03-29T02:30:00.000Z",
  "2026-03-29 02:30:00 UTC": "2026-03-29T02:30:00.000Z",
  "2026-03-29T02:30:00.5+01:30": "2026-03-29T01:00:00.500Z",
  "2026-03-29 02:30:00-0400": "2026-03-29T06:30:00.000Z",
  "0001-01-01": "0001-01-01T00:00:00.000Z",
  "2024-02-29": "2024-02-29T00:00:00.000Z",
};

const others = [
  ...["2026-1-1", "01/02/2026", "2026/01/02", "2026-02-30", "2026-13-01", "2026-00-10", "2026"],
  ...["20260329", "29.03.2026", "March 29, 2026", "2026-03-29 25:00", "2026-03-29 24:00:00"],
  ...["2026-03-29 02:60", "2026-03-29 02:30:00+25:00", "2026-03-29 02:30 CET", "2026-03-29T"],
  ...["2026-03-29Z", "2023-02-29", "now", "", "1767225600000", "2026-03-29 2:30"],
];

// Cause: Date.parse reads other forms as local midnight, and the 30th of February as the 2nd of March.
test("dates() accepts the forms of ISO 8601, and rejects every other text by name", () => {
  for (const [text, iso] of Object.entries(forms)) {
    assert.ok(dates(text, "2030-01-01").name.startsWith(`days from ${iso} to `), text);
  }
  for (const text of others) {
    for (const [name, call] of [
      ["from", () => dates(text, "2030-01-01")],
      ["to", () => dates("1900-01-01", text)],
    ]) {
      assert.throws(call, {
        name: "RangeError",
        message: `${name} must be a Date, milliseconds since 1970 or ISO 8601 text (2026-03-29, 2026-03-29 02:30:00Z), got "${text}"`,
      });
    }
  }
});

test("a cell is a date in the same forms, and unreadable in all others", () => {
  const read = reading("date");
  for (const [text, iso] of Object.entries(forms)) {
    assert.equal(new Date(read(` ${text} `)).toISOString(), iso);
  }
  for (const text of others) if (text !== "") assert.equal(read(text), unreadable, text);
});

test("a machine's time zone changes no date", () => {
  const program = `
    import { isoTime } from ${JSON.stringify(new URL("../../dist/data/iso-time.js", import.meta.url))};
    console.log(JSON.stringify(${JSON.stringify([...Object.keys(forms), ...others])}.map(isoTime)));`;
  const inZone = (zone) =>
    execFileSync(process.execPath, ["--input-type=module", "-e", program], {
      encoding: "utf8",
      env: { ...process.env, TZ: zone },
    });
  const here = JSON.stringify([...Object.keys(forms), ...others].map(isoTime));
  for (const zone of ["UTC", "America/New_York", "Asia/Kathmandu"]) {
    assert.equal(inZone(zone).trim(), here, zone);
  }
});
