// Example 1.4 of Kaplan, Mansour, Stemmer 2021 at a visible size. Every user is in a small, a middling and a
// large group, and each group shares an item for one step. A monitor that charges users finds all groups,
// because no user is in more than three. The classic technique, which pays for every yes in total, finds the
// large ones at best.
import { AboveThreshold, HeavyHitterMonitor, load } from "logstar";

const users = 20_000;
const sizes = [200, 400, 1000];
const listed = 1000; // items per step that the classic technique must list and query
const budget = { epsilon: 1, delta: 1e-6 };

/** Groups of one size cut across groups of another: adjacent users are in different ones. */
function groupOf(user, size) {
  return Math.floor((((user * size) % users) + Math.floor((user * size) / users)) / size);
}

/** One step a group, small ones first: { size, item }. */
const steps = sizes.flatMap((size) =>
  Array.from({ length: users / size }, (_, group) => ({ size, group, item: `${size}/${group}` })),
);

/** The holdings of all users at a step: the group's item, or a unique one. */
function holdings({ size, group, item }) {
  return Array.from({ length: users }, (_, user) => [
    user,
    groupOf(user, size) === group ? item : `own ${user}`,
  ]);
}

function line(name, found, wrong, remark) {
  const cells = [...sizes.map((size) => found.get(size) ?? 0), wrong];
  console.log(
    `${name.padEnd(34)}${cells.map((cell) => `${cell}`.padStart(8)).join("")}  ${remark}`,
  );
}

function withMonitor() {
  const monitor = new HeavyHitterMonitor({
    ...budget,
    perUser: sizes.length,
    steps: steps.length,
    expectedUsers: users,
  });
  const found = new Map();
  let wrong = 0;
  for (const step of steps) {
    for (const item of monitor.step(holdings(step))) {
      if (item === step.item) found.set(step.size, (found.get(step.size) ?? 0) + 1);
      else ++wrong;
    }
  }
  const { surelyFound } = monitor.record.parameters;
  monitor.dispose();
  line("HeavyHitterMonitor", found, wrong, `finds ${surelyFound} users`);
}

/** Pays for as many yeses as there are groups of at least `least` users. */
function withAboveThreshold(least) {
  const maxAnswers = steps.filter(({ size }) => size >= least).length;
  const classic = new AboveThreshold({
    ...budget,
    threshold: 0.8 * least,
    maxAnswers,
    monotone: true,
    expectedQuestions: steps.length * listed,
  });
  const { sureYesAbove, sureNoBelow } = classic.record.parameters;
  const found = new Map();
  let wrong = 0;
  for (const { size } of steps) {
    for (let item = 0; item < listed && !classic.exhausted; ++item) {
      const yes = classic.ask(item === 0 ? size : 1); // all other items have one holder
      if (yes && item === 0) found.set(size, (found.get(size) ?? 0) + 1);
      else if (yes) ++wrong;
    }
  }
  classic.dispose();
  const width = Math.ceil(sureYesAbove + sureNoBelow);
  line(`AboveThreshold for ${maxAnswers} answers`, found, wrong, `tells ${width} users from none`);
}

await load();
console.log(`${users} users, ${steps.length} steps, epsilon 1 and delta 1e-6 for everything\n`);
line("Groups of", new Map(sizes.map((size) => [size, size])), "wrong", "");
line("There are", new Map(sizes.map((size) => [size, users / size])), "", "");
withMonitor();
for (const least of [...sizes].reverse()) withAboveThreshold(least);
