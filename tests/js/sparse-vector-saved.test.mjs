// Monitors saved by version 0.1.0, before all monitors shared one session type (saved-monitors.json).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import * as logstar from "../../dist/index.js";

before(() => logstar.load());

const examples = JSON.parse(readFileSync(new URL("saved-monitors.json", import.meta.url), "utf8"));
/** Options that came later, as they were before. */
const unsaidThen = {
  AboveThreshold: { centred: false },
  HeavyHitterMonitor: { weighted: false },
};
const resumed = (saved, data) => logstar[saved.mechanism].fromJSON(saved, data);

for (const { saved, data } of examples) {
  const mechanism = `${saved.record.mechanism}, epsilon ${saved.record.epsilon}`;

  test(`${mechanism}: a state saved earlier resumes, and saves unchanged`, () => {
    const monitor = resumed(saved, data);
    assert.deepEqual(monitor.record, saved.record);
    const unsaid = unsaidThen[saved.mechanism];
    assert.deepEqual(JSON.parse(JSON.stringify(monitor)), {
      ...saved,
      logstar: logstar.version,
      request: { ...unsaid, ...saved.request },
    });
    monitor.dispose();
  });

  test(`${mechanism}: a state saved with another calibration is rejected, whichever number differs`, () => {
    for (const name of Object.keys(saved.plan).filter((name) => name !== "why")) {
      const other = structuredClone(saved);
      other.plan[name] = `not ${saved.plan[name]}`;
      assert.throws(() => resumed(other, data), {
        name: "RangeError",
        message: new RegExp(`^saved must have been calibrated as this version .*: ${name} is`),
      });
    }
  });
}

// Regression: with a saved "auto", resuming the monitor chose the method again.
test("a saved state names the chosen method and the granted loss", () => {
  const ledger = new logstar.Ledger({ epsilon: 0.3, delta: 1e-6 });
  const options = { epsilon: 0.1, delta: 1e-7, ledger };
  const monitors = [
    new logstar.ThresholdMonitor({ ...options, threshold: 100, perRecord: 2, records: 3 }),
    new logstar.HeavyHitterMonitor({ ...options, perUser: 2 }),
  ];
  for (const monitor of monitors) {
    const { request, record } = monitor.toJSON();
    assert.equal(request.method, record.parameters.method);
    assert.ok(request.epsilon < 0.1 && request.epsilon > 0.1 * (1 - 1e-12), `${request.epsilon}`);
    assert.equal(record.epsilon, 0.1);
  }
});

test("a state of another mechanism is rejected for that reason, not for missing fields", () => {
  const saved = new logstar.AboveThreshold({ threshold: 5, epsilon: 1 }).toJSON();
  for (const mechanism of ["ThresholdMonitor", "HeavyHitterMonitor"]) {
    assert.throws(() => logstar[mechanism].fromJSON(saved), {
      name: "TypeError",
      message: new RegExp(`^saved must be what ${mechanism}'s toJSON returned`),
    });
  }
});

test("an exhausted AboveThreshold resumes exhausted", () => {
  const watch = new logstar.AboveThreshold({ threshold: 5, epsilon: 50 });
  assert.equal(watch.ask(1e6), true);
  const again = logstar.AboveThreshold.fromJSON(watch.toJSON());
  assert.equal(again.exhausted, true);
  assert.throws(() => again.ask(1e6));
});

// Two users of one number would share one remainder.
test("saved users must be distinct, one for each remainder", () => {
  const monitor = new logstar.HeavyHitterMonitor({ perUser: 2, epsilon: 1, delta: 1e-6 });
  monitor.step([
    ["u", "a"],
    ["v", "a"],
  ]);
  const saved = JSON.parse(JSON.stringify(monitor));
  assert.deepEqual(saved.state.users, ["u", "v"]);
  for (const users of [["u", "u"], ["u"]]) {
    const other = { ...saved, state: { ...saved.state, users } };
    assert.throws(() => logstar.HeavyHitterMonitor.fromJSON(other), /as many different ones/);
  }
});
