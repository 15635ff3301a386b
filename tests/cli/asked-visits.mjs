// Visits in a file and a ledger for them. All answers use epsilon 100, so that they are certain except with
// probability 1e-9.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { OneProcess } from "./one-process.mjs";
import { delimited } from "./terminal.mjs";

export const terminal = new OneProcess();
before(async () => {
  terminal.write("visits.csv", delimited(","));
  await terminal.run(
    ..."ledger new budget.json --epsilon 10000 --delta 0.1 --unit user".split(" "),
  );
});
after(() => terminal.remove());

export const paid = "--user person --epsilon 100 --ledger budget.json".split(" ");
export const ask = (line) => terminal.run(...line.split(" "), ...paid);
export const minutes = "visits.csv --column minutes --domain integers:0,120";

export const told = async (line) => {
  const { status, out, err } = await terminal.run(...line.split(" "));
  assert.equal(out, "", line);
  return [status, err.trim().split("\n")[0]];
};
