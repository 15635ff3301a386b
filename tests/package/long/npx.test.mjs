// npx in a folder with the installed package.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { installPackage } from "../installed.mjs";

let place;
before(() => {
  place = installPackage();
});

test("npx runs the command line of the installed package", () => {
  const npx = (line) => place.run("npx", ["--offline", "logstar", ...line.split(" ")]);
  assert.match(npx("--help"), /^logstar\n {2}Answers about people/);
  assert.throws(
    () => npx("count data.csv --user id --epsilon 1"),
    ({ status, stderr }) => status === 2 && stderr.includes("--ledger <file>"),
  );
});
