// The installed package in the Node of these tests.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { expected, forNode } from "./consumer.mjs";
import { installPackage } from "./installed.mjs";

let place;
before(() => {
  place = installPackage();
  place.write("use.mjs", forNode);
});
after(() => place?.remove());

test(`both entries work in Node ${process.version}`, () => {
  assert.equal(place.run(process.execPath, ["use.mjs"]), `${expected}\n`);
});

// Of two people the count is right but for e^-50, some 2e-22.
test("npx runs the command line of the installed package, with a ledger in a file", () => {
  place.write("data.csv", "id\na\nb\nb\n");
  const npx = (line) => place.run("npx", ["--offline", "logstar", ...line.split(" ")]);
  npx("ledger new budget.json --epsilon 100 --unit user");
  const count = npx("count data.csv --user id --epsilon 50 --ledger budget.json");
  assert.match(count, /^count\n {2}2\n/);
  assert.match(npx("ledger show budget.json"), /left are epsilon 50 of 100\./);
  assert.match(npx("--help"), /^Usage: logstar /);
});
