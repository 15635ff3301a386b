// The sentences of user releases, word for word: each is a theorem of docs/guarantees.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { accuracy, integers, load } from "../../dist/index.js";

before(load);

const groups = ["a", "b"];
const domain = integers(0, 100);
const found = { epsilon: 1, delta: 1e-6, groups: "private" };
const said = (name, options) => accuracy[name](options).statement;
const spread = "where each user counts as one, split evenly over their rows in 720,720ths";

test("count states the counted users, and how they count", () => {
  const options = { epsilon: 1 };
  assert.equal(
    said("count", options),
    "With 95% confidence, the count is within 3 of the true number of users.",
  );
  assert.equal(
    said("count", { ...options, groups, perUser: 2 }),
    "With 95% confidence, every count is within 7 of the true one, where each user counts in at most 2 groups, chosen at random.",
  );
  assert.equal(
    said("count", { ...options, groups, perUser: "spread" }),
    `With 95% confidence, every count is within 4 of the true one, ${spread}.`,
  );
  assert.equal(
    said("count", { ...found, perUser: 1 }),
    "For any one group, with 95% confidence, the count (0 if withheld) is within 16 of the true one, where each user counts in at most one group, chosen at random. A group of 15 users is released at least half of the time.",
  );
});

test("histogram states the bins of a user's contribution", () => {
  const options = { epsilon: 1, edges: [50] };
  assert.equal(
    said("histogram", options),
    `With 95% confidence, every count is within 4 of the true one, ${spread}.`,
  );
  assert.equal(
    said("histogram", { ...options, perUser: "max" }),
    "With 95% confidence, every count is within 4 of the true one, where each user counts once, by the largest of their values.",
  );
  assert.equal(
    said("histogram", { ...options, groups, perUser: "max" }),
    "With 95% confidence, every count is within 5 of the true one, where each user counts as one, split evenly over their groups in 720,720ths, in each by the largest of their values.",
  );
});

test("sum by group states that totals are scaled down, or the number of groups per user", () => {
  const options = { epsilon: 1, domain: integers(0, 50) };
  assert.equal(
    said("sum", options),
    "With 95% confidence, the sum is within 150 of the sum of the users' totals, each clamped to the domain.",
  );
  assert.equal(
    said("sum", { ...options, groups }),
    "With 95% confidence, every sum is within 184 of the true one, after each user's totals are clamped to the domain and, where together they exceed it, scaled down to whole units towards 0.",
  );
  assert.equal(
    said("sum", { ...options, groups, perUser: 2 }),
    "With 95% confidence, every sum is within 368 of the true one, after each user's totals are clamped to the domain, where each user counts in at most 2 groups, chosen at random.",
  );
  assert.equal(
    said("sum", { ...options, perUser: "max" }),
    "With 95% confidence, the sum is within 150 of the sum of one value per user (the largest of their values), each clamped to the domain.",
  );
  assert.equal(
    said("sum", { ...options, ...found }),
    "For any one group, with 95% confidence: if it is released, its sum is within 187 of the true one, after each user's totals are clamped to the domain and, where together they exceed it, scaled down to whole units towards 0, over the released groups. A group of 59 users is released at least half of the time.",
  );
});

test("mean states its rounding, and by group the least share of a user", () => {
  const options = { epsilon: 1, domain };
  assert.equal(
    said("mean", options),
    "With 95% confidence, the mean is within `error` of the mean of the users' means, values clamped to the domain. `error` is at most 368 / `users` + 0.00007, and `users` is noisy.",
  );
  assert.equal(
    said("mean", { ...options, groups }),
    "With 95% confidence, every mean is within `error` of the mean of the users' means, values clamped to the domain, where each user counts in a group with the share of their rows there, in 720,720ths, provided that share is at least 1%. `error` is at most 437 / `users` + 0.007, and `users` is noisy.",
  );
});

test("discoverGroups states the number of users that releases a group", () => {
  assert.equal(
    said("discoverGroups", { epsilon: 1, delta: 1e-6 }),
    `A group of 16 users is released with 95% confidence, one of 14 at least half of the time. For any one group, with 95% confidence, the count (0 if withheld) is within 16 of the true one, ${spread}.`,
  );
});

// 600 of 2,000 users say 10 in one row; 1,400 say 90 in one row and have nine rows elsewhere. The weighted
// median is 10, 400 users away from the median of users.
test("median by group states an error in weights of rows, and the alternative weights", () => {
  assert.equal(
    said("median", { epsilon: 1, domain, groups, abstain: false }),
    `For each group separately: with 95% confidence, the rows between this value and the true median weigh at most 8 users, where each user counts as one, split evenly in 720,720ths over their rows in listed groups (with perUser: "median", over their groups). If the group's rows weigh less than 14 users, it may lie outside the range of the group's data.`,
  );
  assert.equal(
    said("median", { epsilon: 1, domain, groups, perUser: "median", abstain: true }),
    "For each group separately: with 95% confidence, the values between this value and the true median weigh at most 8 users, where each user counts as one, split evenly in 720,720ths over their listed groups, by the median of their values in each, or no answer is returned. Separately, with 95% confidence: any answer lies within the range of the group's data, however few users there are; if the group's rows weigh at least 20 users, there is an answer.",
  );
});

test("median of all users states users if each has one value, else weights of rows", () => {
  assert.equal(
    said("median", { epsilon: 1, domain, perUser: "median", abstain: false }),
    "With 95% confidence, at most 8 users lie between this value and the true median, each user counted once, by the median of their values. With fewer than 14 users, it may lie outside the range of the data.",
  );
  assert.equal(
    said("median", { epsilon: 1, domain, perUser: "spread", abstain: false }),
    "With 95% confidence, the rows between this value and the true median weigh at most 8 users, where each user counts as one, split evenly in 720,720ths over their rows. With fewer than 14 users, it may lie outside the range of the data.",
  );
});
