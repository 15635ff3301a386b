// A column of more rows than a plain array of JavaScript holds.
import assert from "node:assert/strict";
import test from "node:test";
import { columnOf } from "../../../build/programs/bin/columns.js";

// Regression: an array that grew beyond 1.1 x 10^8 places ended the process without a message.
test("a column of names or Dates stops with a message where memory ends, and a column of users goes on", () => {
  const names = columnOf("text", {}).into;
  for (let row = 0; row < 1e8; ++row) names.push("north");
  assert.throws(() => names.push("north"), {
    exitCode: 2,
    message: /^cannot keep more than 100,000,000 names of .*--duckdb --query/,
  });
  const dates = columnOf("dates", {}).into;
  for (let row = 0; row < 2.5e7; ++row) dates.push(row);
  assert.throws(() => dates.push(0), {
    exitCode: 2,
    message: /^cannot keep more than 25,000,000 /,
  });
  const users = columnOf("user", {}).into;
  for (let row = 0; row < 1.2e8; ++row) users.push(row % 2 === 0 ? "a" : "b");
  assert.equal(users.finish().length, 1.2e8);
});
