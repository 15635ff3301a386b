// `logstar/audit`: the events that it chooses, its report, and its errors. (Published mistakes, the library
// itself and the bounds have separate files.)
import assert from "node:assert/strict";
import test from "node:test";
import { audit } from "../../dist/audit.js";
import { uniformFrom } from "./audit-source.mjs";

const claim = { epsilon: 1, runs: 2000 };
/** True with probability 0.1 on the first input, 0.9 on the second: epsilon is ln 9. */
function leaning(seed = 1) {
  const uniform = uniformFrom(seed);
  return (second) => uniform() < (second ? 0.9 : 0.1);
}
/** Audits functions of a biased coin and of a number without information. */
function auditOf(outcome, options = claim) {
  const coin = leaning();
  const uniform = uniformFrom(2);
  return audit((second) => outcome(coin(second), uniform), [false, true], options);
}

const day = (n) => new Date(Date.UTC(2026, 0, n));
const found = {
  "a number": [(yes, uniform) => (yes ? 5 : 0) + uniform(), /^answer is (at most 0\.\d+|above )/],
  "a BigInt": [(yes) => (yes ? 2n ** 70n : -3n), /^answer is (at most -3n|above -3n|-3n)/],
  "a date": [(yes) => day(yes ? 9 : 2), /^answer is .*2026-01-0/],
  "an invalid date": [(yes) => (yes ? new Date(Number.NaN) : day(2)), /an invalid date|2026/],
  text: [(yes) => (yes ? "tea\ud800" : "rum"), /^answer is "(tea\\ud800|rum)"$/],
  "a boolean": [(yes) => ({ found: yes }), /^answer\.found is (true|false)$/],
  "nothing found": [
    (yes, uniform) => (yes ? null : uniform()),
    /^answer is (null|not null|a number|above|at most|there)/,
  ],
  undefined: [(yes) => (yes ? undefined : null), /^answer is (undefined|null)$/],
  "minus zero": [(yes) => (yes ? -0 : 0), /^answer is (-0|0)$/],
  "a length": [
    (yes, uniform) => Array.from({ length: yes ? 3 : 2 }, uniform),
    /^answer\.length is |^answer\[2\] is (not )?there/,
  ],
  "the first element": [
    (yes, uniform) => [yes ? 9 : uniform(), uniform()],
    /^answer\[0\] is |^answer (contains|does not contain) 9/,
  ],
  "an element anywhere": [
    (yes, uniform) => {
      const list = Array.from({ length: 40 }, () => `item ${Math.floor(1e6 * uniform())}`);
      return yes ? list.toSpliced(Math.floor(40 * uniform()), 1, "me") : list;
    },
    /^answer (contains|does not contain) "me"$/,
  ],
  "an order": [
    (yes, uniform) => {
      const list = ["x", "y", "z", `${uniform()}`].sort(() => uniform() - 0.5);
      const rest = list.filter((one) => one !== "x" && one !== "y");
      return yes ? ["x", ...rest, "y"] : ["y", ...rest, "x"];
    },
    /^answer\[0\] is |before/,
  ],
  "an order within a noisy list": [
    (yes, uniform) => {
      const noise = () => ({ item: `${uniform()}`, count: uniform() });
      const [x, y] = ["x", "y"].map((item) => ({ item, count: uniform() }));
      const start = Array.from({ length: Math.floor(3 * uniform()) }, noise);
      return yes ? [...start, x, noise(), y] : [...start, y, noise(), x];
    },
    /^answer\[\]\.item (has|does not have) "[xy]" before "[xy]"$/,
  ],
  "a field of records": [
    (yes, uniform) => ({ items: [{ item: yes ? "me" : "you", count: uniform() }] }),
    /^answer\.items\[(0|)\]\.item (contains|does not contain|is) /,
  ],
  "a key": [
    (yes, uniform) => (yes ? { me: uniform() } : { you: uniform() }),
    /^answer\.(me|you) is /,
  ],
  "a Map": [(yes, uniform) => new Map([[yes ? "me" : "you", uniform()]]), /^answer\[(0|)\]\.key /],
  "a Set": [(yes) => new Set([yes ? 7 : 8]), /^answer/],
  "a typed array": [(yes) => Float64Array.of(1, yes ? 2 : 3), /^answer/],
  "what toJSON gives": [(yes) => ({ toJSON: () => ({ yes }) }), /^answer(\.yes)? is /],
  "the record": [
    (yes) => ({ value: 1, record: { accuracy: { error: yes ? 3 : 4 } } }),
    /^answer\.record\.accuracy(\.error)? is /,
  ],
  "two that tell only together": [
    (yes, uniform) => {
      const one = uniform() < 0.5;
      return [one, one === yes];
    },
    /^answer is \[/,
  ],
  "a class of errors": [
    (yes, uniform) => {
      if (uniform() < 0.1) return 1;
      throw new (yes ? RangeError : TypeError)(`${uniform()}`);
    },
    /^error\.name is /,
  ],
  "a message": [
    (yes) => {
      if (yes) throw new Error("too many");
      return 1;
    },
    /^(error|answer)(\.name)? is /,
  ],
  "anything thrown": [
    (yes, uniform) => {
      if (uniform() < 0.1) return 1;
      throw yes ? "text" : { code: 4 };
    },
    /^error(\.code)? is /,
  ],
};

for (const [what, [outcome, event]] of Object.entries(found)) {
  test(`it finds ${what}`, async () => {
    const report = await auditOf(outcome);
    assert.match(report.event, event);
    assert.ok(report.refuted, report.statement);
    assert.ok(report.epsilon < Math.log(9), report.statement);
  });
}

test("an error in all runs is the caller's mistake, with the last one as its cause", async () => {
  const run = () => {
    throw new Error("logstar is not loaded yet");
  };
  await assert.rejects(audit(run, [1, 2], claim), (error) => {
    assert.equal(
      error.message,
      "audit: none of 1000 runs has an answer; see the cause of the last",
    );
    assert.equal(error.cause.message, "logstar is not loaded yet");
    return true;
  });
});

test("asynchronous functions and their rejections are audited like others", async () => {
  const coin = leaning();
  const run = async (second) => {
    await undefined;
    if (coin(second)) throw new RangeError("no");
    return "yes";
  };
  const report = await audit(run, [false, true], claim);
  assert.ok(report.refuted, report.statement);
  assert.ok(report.thrown.first < 400 && report.thrown.second > 1600, report.statement);
  assert.match(report.statement, new RegExp(`Among all runs, ${report.thrown.first} and `));
});

test("a statistic determines the outcomes, and its errors reach the caller", async () => {
  const statistic = ({ value }) => Math.sign(value);
  const of = (yes, uniform) => ({ value: (yes ? 1 : -1) * uniform(), name: `${uniform()}` });
  const { event } = await auditOf(of, { ...claim, statistic });
  assert.match(event, /^answer is (-1|1|at most -1|above -1)/);
  const wrong = { ...claim, statistic: ({ nothing }) => nothing.at(0) };
  await assert.rejects(auditOf(of, wrong), TypeError);
  const later = { ...claim, statistic: async ({ value }) => value };
  await assert.rejects(auditOf(of, later), /statistic must return a value, got a Promise/);
});

test("the order of inputs depends on the seed only, and each input runs equally often", async () => {
  const orderOf = async (seed, answer) => {
    const order = [];
    await audit((input) => order.push(input) && answer(input), ["a", "b"], { ...claim, seed });
    return order;
  };
  const order = await orderOf(1, (input) => input);
  assert.deepEqual(await orderOf(1, () => Math.random()), order);
  assert.notDeepEqual(await orderOf(2n, (input) => input), order);
  assert.equal(order.length, 4000);
  for (let i = 0; i < order.length; i += 2) assert.notEqual(order[i], order[i + 1]);
  const first = order.filter((input, i) => i % 2 === 0 && input === "a").length;
  assert.ok(first > 800 && first < 1200, `${first}`); // 1000, standard deviation 22
});

test("a state that outlives a run without data is not mistaken for the data", async () => {
  let runs = 0;
  const report = await audit(() => ++runs % 2, [1, 2], { epsilon: 0, runs: 4000 });
  assert.equal(report.refuted, false, report.statement);
});

test("equal answers in equal order lead to equal reports", async () => {
  const once = () => auditOf((yes, uniform) => ({ yes, more: uniform() }));
  assert.deepEqual(await once(), await once());
});

test("the report is plain data and states the claim, the counts and what is not shown", async () => {
  const report = await auditOf((yes) => yes, {
    epsilon: 1.5,
    delta: 0.001,
    runs: 4001,
    alpha: 0.01,
  });
  const { counts, epsilon, statement, ...rest } = report;
  assert.deepEqual(JSON.parse(JSON.stringify(report)), report);
  assert.deepEqual(rest, {
    claim: { epsilon: 1.5, delta: 0.001 },
    refuted: true,
    event: rest.event,
    thrown: { first: 0, second: 0 },
    runs: 4001,
    alpha: 0.01,
  });
  assert.equal(counts.of, 2001);
  assert.match(statement, /^Refuted: epsilon 1\.5 and delta 0\.001 are claimed, but /);
  assert.ok(statement.includes(`in ${counts.first} of 2001 runs on the first input`), statement);
  const shown = Number(/epsilon is at least ([\d.]+)\./.exec(statement)[1]);
  assert.ok(shown <= epsilon && shown > 0.99 * epsilon, `${shown} ${epsilon}`);
  assert.match(statement, /is false has a probability of at most 0\.01, for these two inputs/);
});

test("a report that refutes nothing states that this proves nothing", async () => {
  const tells = await auditOf((yes) => yes, { ...claim, epsilon: 3 });
  assert.equal(tells.refuted, false);
  assert.match(
    tells.statement,
    /^Not refuted, which proves nothing: .* epsilon is at least 1\.\d+: /,
  );
  const silent = await auditOf(() => 5, claim);
  assert.deepEqual([silent.epsilon, silent.refuted, silent.event], [0, false, "answer is 5"]);
  assert.match(
    silent.statement,
    /^Not refuted, which proves nothing: .*No event separates the two inputs/,
  );
});

test("an output on one input only shows at most what the runs can", async () => {
  const report = await audit((input) => input, [1, 2], { epsilon: 0, runs: 1000 });
  // 500 of 500 and 0 of 500, at half of alpha each.
  const edge = 5e-7 ** (1 / 500);
  assert.ok(Math.abs(report.epsilon - Math.log(edge / (1 - edge))) < 1e-6);
});

test("arguments are checked before the function is called", async () => {
  let calls = 0;
  const run = () => ++calls;
  const pair = [1, 2];
  for (const [args, name, message] of [
    [[3, pair, claim], "TypeError", "mechanism must be a function of the data, got 3"],
    [
      [run, 5, claim],
      "TypeError",
      "inputs must be an array of two neighbouring inputs, got a number",
    ],
    [
      [run, [1], claim],
      "TypeError",
      "inputs must be an array of two neighbouring inputs, got an array of 1",
    ],
    [[run, pair], "TypeError", "audit: options must be an object, got undefined"],
    [[run, pair, {}], "TypeError", "epsilon must be a number, got undefined"],
    [[run, pair, { epsilon: -1 }], "RangeError", "epsilon must be a number 0 or more, got -1"],
    [
      [run, pair, { epsilon: Number.NaN }],
      "RangeError",
      "epsilon must be a number 0 or more, got NaN",
    ],
    [
      [run, pair, { epsilon: Infinity }],
      "RangeError",
      "epsilon must be a number 0 or more, got Infinity",
    ],
    [
      [run, pair, { ...claim, delta: 1 }],
      "RangeError",
      "delta must be a number 0 or more and below 1, got 1",
    ],
    [
      [run, pair, { ...claim, alpha: 0 }],
      "RangeError",
      "alpha must be a number above 0 and below 1, got 0",
    ],
    [
      [run, pair, { ...claim, runs: 99 }],
      "RangeError",
      "runs must be a whole number from 100 to 100000000, got 99",
    ],
    [[run, pair, { ...claim, seed: 0.5 }], "TypeError", "seed must be a whole number, got 0.5"],
    [
      [run, pair, { ...claim, statistic: "value" }],
      "TypeError",
      'statistic must be a function of an answer, got "value"',
    ],
    [
      [run, pair, { ...claim, run: 9 }],
      "TypeError",
      "audit: unknown option run; did you mean runs?",
    ],
  ]) {
    await assert.rejects(audit(...args), { name, message });
  }
  assert.equal(calls, 0);
});
