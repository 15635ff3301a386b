// Lists and dates that options of the command line name.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, made, stopped, terminal } from "./asked-files.mjs";
import { people } from "./both-readers.mjs";

// Regression: names were split at every comma, so that a group with a comma became two empty groups.
test("listed groups, items and edges are one record of CSV, and an option may be repeated", async () => {
  const towns = ['"R&D, Oslo"', "Sales", '"say ""so"""'];
  made(
    "towns.csv",
    `person,town,v\n${people(90)
      .map((i) => `p${i},${towns[i % 3]},${i % 3}`)
      .join("\n")}\n`,
  );
  const lines = async (...args) =>
    (await ask("count towns.csv --user person --per-user 1 --group-by town", ...args)).out
      .split("\n\n")[0]
      .split("\n")
      .slice(1);
  const all = [/^ {2}R&D, Oslo +30$/, /^ {2}Sales +30$/, /^ {2}say "so" +30$/];
  for (const args of [
    ["--groups", '"R&D, Oslo",Sales,"say ""so"""'],
    ["--groups", '"R&D, Oslo"', "--groups", 'Sales,"say ""so"""'],
  ]) {
    const found = await lines(...args);
    assert.equal(found.length, 3);
    found.forEach((line, i) => assert.match(line, all[i]));
  }
  const items = ["--items", '"R&D, Oslo"', "--items", "Sales"];
  const histogram = await ask("histogram towns.csv --column town --user person", ...items);
  assert.match(histogram.out, / {2}R&D, Oslo {2}30\n {2}Sales {6}30\n/);
  const edges = await ask("histogram towns.csv --column v --user person --edges 1 --edges 2");
  assert.match(edges.out, / {2}below 1 +30\n {2}1 to below 2 +30\n {2}from 2 +30\n/);
  for (const [args, message] of [
    [["--groups", '"R&D'], /^logstar: --groups must be names separated by commas/],
    [["--groups", "Sales,,x"], /^logstar: --groups must be names, got an empty one/],
    [
      ["--groups", "Sales,NA"],
      /^logstar: --groups must be names, got NA: cells that say so are empty/,
    ],
  ]) {
    const { status, err } = await stopped("count towns.csv --user person --group-by town", ...args);
    assert.equal(status, 2);
    assert.match(err, message);
  }
  const two = await stopped("count towns.csv --user person --group-by town,v --groups Sales/1/2");
  assert.match(two.err, /^logstar: --groups must be names of 2 parts with \/ between them/);
});

test("public dates are ISO 8601, and others are rejected by name", async () => {
  made(
    "days.csv",
    `person,day\n${people(90)
      .map((i) => `p${i},2026-01-0${1 + (i % 3)}`)
      .join("\n")}\n`,
  );
  for (const [args, message] of [
    [
      "median days.csv --column day --domain dates:2026-1-1,2026-12-31",
      /^logstar: --domain dates:2026-1-1,2026-12-31: from must be a Date, .* ISO 8601 .* got "2026-1-1"$/m,
    ],
    [
      "median days.csv --column day --domain dates:2026-01-01,2026-02-30",
      /to must be a Date, .* ISO 8601 .* got "2026-02-30"$/m,
    ],
    [
      "histogram days.csv --column day --edges 01/02/2026",
      /^logstar: --edges must be numbers or dates in ISO 8601 .*, got 01\/02\/2026$/m,
    ],
    ["histogram days.csv --column day --edges 2026-02-30", /got 2026-02-30$/m],
  ]) {
    const { status, err } = await stopped(`${args} --user person`);
    assert.equal(status, 2);
    assert.match(err, message);
  }
});

test("a date in another form is unreadable, in every time zone", async () => {
  const rows = people(90).map((i) => `p${i},2026-03-29 02:30:00`);
  made("zones.csv", `person,at\n${rows.join("\n")}\n`);
  made("american.csv", `person,at\nq,01/02/2026\n${rows.join("\n")}\n`);
  const median = (name) =>
    `${terminal.path(name)} --column at --domain dates:2026-01-01,2026-12-31,minute --user person --epsilon 100 --ledger none`.split(
      " ",
    );
  for (const zone of ["UTC", "America/New_York"]) {
    const node = (...args) =>
      terminal.node(
        [new URL("../../dist/cli.js", import.meta.url).pathname, ...args],
        `export TZ=${zone}`,
      );
    assert.match(
      node("median", ...median("zones.csv")).out,
      /^median of at\n {2}2026-03-29T02:30:00\.000Z\n/,
    );
    const { status, err } = node("median", ...median("american.csv"));
    assert.equal(status, 2);
    assert.match(
      err,
      /at \(--column\): 1 of 91 cells cannot be read as a date \(ISO 8601\)\n {4}line 2: "01\/02\/2026"/,
    );
  }
});
