// Monitors that were saved by version 0.1.0, before they shared one conversation (saved-monitors.json).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import * as logstar from "../../dist/index.js";

before(() => logstar.load());

const examples = JSON.parse(readFileSync(new URL("saved-monitors.json", import.meta.url), "utf8"));
const resumed = (saved, data) => logstar[saved.mechanism].fromJSON(saved, data);

for (const { saved, data } of examples) {
  const mechanism = `${saved.record.mechanism}, epsilon ${saved.record.epsilon}`;

  test(`${mechanism}: what was saved before goes on, and is saved again as it was`, () => {
    const monitor = resumed(saved, data);
    assert.deepEqual(monitor.record, saved.record);
    assert.deepEqual(JSON.parse(JSON.stringify(monitor)), { ...saved, logstar: logstar.version });
    monitor.dispose();
  });

  test(`${mechanism}: what was saved with another calibration is refused, whichever number differs`, () => {
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

// Cause: with "auto" in it, the method was chosen again when the monitor went on.
test("what is saved names the method that was chosen, and the loss that was granted", () => {
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
