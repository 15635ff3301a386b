// Users with rows in three groups, for tests of counts, sums and means.
import assert from "node:assert/strict";

/** 3,000 users with one to four rows each in three groups, and one single user in a fourth. */
export const users = [];
export const groups = [];
export const values = [];
for (let user = 0; user < 3000; ++user) {
  for (let row = 0; row <= user % 4; ++row) {
    users.push(`user ${user}`);
    groups.push(["north", "south", "west"][(user + row) % 3]);
    values.push(user % 100);
  }
}
users.push("alone");
groups.push("secret");
values.push(50);

export const near = (value, truth, off) =>
  assert.ok(Math.abs(value - truth) <= off, `${value} is not near ${truth}`);
