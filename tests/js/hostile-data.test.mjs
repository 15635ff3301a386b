// No error contains the contents of a record, as errors end up in logs. They name the place and the type.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as logstar from "../../dist/index.js";
import { connect } from "../../dist/worker.js";
import {
  dataPlaces,
  hostile,
  isCallersOwn,
  listsWith,
  secret,
  shownBy,
  tells,
  throwing,
} from "./hostile-data.mjs";
import { calls as functionCalls } from "./valid-calls.mjs";
import { memberCalls } from "./valid-member-calls.mjs";
import { namespaceCalls } from "./valid-namespace-calls.mjs";

await logstar.load();
const remote = await connect();
after(() => remote.dispose());

/** Released values and options, which are public. */
const isPublic = (name) =>
  /^(Sanitized|PointHypo|RectangleHypo|ThresholdHypo|reals|dates|text|plan|composition|accuracy)/.test(
    name,
  );
/** The columns of a table are public. */
const kindsFor = (name) => {
  const { "a field of this name": field, ...others } = hostile;
  return name.startsWith("table") ? others : { ...others, "a field of this name": field };
};
const calls = Object.entries({ ...functionCalls, ...memberCalls, ...namespaceCalls }).filter(
  ([name]) => !isPublic(name),
);

/** Each call, with each hostile value in each place of its data. */
function* attempts(args, kinds) {
  const places = dataPlaces(args());
  for (const [kind, make] of Object.entries(kinds)) {
    for (const [i, name] of places) {
      const list = name === undefined ? args()[i] : args()[i][name];
      for (const column of listsWith(list, make)) {
        const given = args();
        if (name === undefined) given[i] = list instanceof Map ? new Map(column) : column;
        else given[i] = { ...given[i], [name]: column };
        yield { given, described: `${kind} in ${name ?? i}` };
      }
    }
  }
}

async function thrownBy(run) {
  try {
    await run();
  } catch (error) {
    return error;
  }
}

for (const [name, { of, use, args }] of calls) {
  test(`${name}: no error contains a value of a record`, async () => {
    for (const { given, described } of attempts(args, kindsFor(name))) {
      const thrown = await thrownBy(async () => {
        const made = await of(...given);
        await use?.(made, ...given);
      });
      assert.ok(!tells(shownBy(thrown)), `${described}: ${shownBy(thrown)}`);
    }
    for (const { given, described } of attempts(args, throwing)) {
      const thrown = await thrownBy(async () => use?.(await of(...given), ...given));
      if (!isCallersOwn(thrown))
        assert.ok(!tells(shownBy(thrown)), `${described}: ${shownBy(thrown)}`);
    }
  });
}

const crossing = Object.entries({ ...functionCalls, ...namespaceCalls }).filter(
  ([name, { args }]) => {
    const rulesOrQualities = ["learnLabelPrivate", "learnSemiPrivate", "quasiConcaveMax"];
    return (
      !isPublic(name) &&
      !rulesOrQualities.includes(name.split(",")[0]) &&
      dataPlaces(args()).length > 0
    );
  },
);

for (const [name, { on, args }] of crossing) {
  test(`${name} in the worker: no error contains a value of a record`, async () => {
    const there = on?.(remote) ?? remote[name.split(",")[0]];
    for (const kinds of [kindsFor(name), throwing]) {
      for (const { given, described } of attempts(args, kinds)) {
        const thrown = await thrownBy(() => there(...given));
        if (isCallersOwn(thrown)) continue;
        assert.ok(!tells(shownBy(thrown)), `${described}: ${shownBy(thrown)}`);
      }
    }
  });
}

test("an option that cannot cross to the worker is rejected by name and type", async () => {
  const options = { epsilon: 1, domain: logstar.integers(0, 9), label: Symbol(secret) };
  const thrown = await thrownBy(() => remote.median([1, 2], options));
  assert.equal(thrown?.message, "label must be what can cross to the worker, got a symbol");
  assert.equal(thrown.cause, undefined);
});

class Own extends RangeError {
  name = "Own";
}

test("the caller catches an error of its own predicate, from the worker too", async () => {
  for (const own of [
    new Own("boom"),
    new DOMException("boom", "DataCloneError"),
    "boom",
    { boom: true },
  ]) {
    const where = (library) =>
      library.table([{ id: 1, value: 2 }], { user: "id" }).where(() => {
        throw own;
      });
    const options = { epsilon: 1, domain: logstar.integers(0, 9) };
    assert.equal(await thrownBy(() => where(logstar).median("value", options)), own);
    assert.equal(await thrownBy(() => where(remote).median("value", options)), own);
  }
  const ledger = await new remote.Ledger({ epsilon: 1 });
  const own = new Own("boom");
  const rows = {
    values: [1],
    users: {
      [Symbol.iterator]: () => {
        throw own;
      },
    },
  };
  assert.equal(await thrownBy(() => remote.median(rows, { epsilon: 0.5, ledger })), own);
  assert.equal(own.message, "boom; the ledger stays charged");
});

test("an invalid saved state is rejected without quoting it, as its text may be private", () => {
  for (const kind of [
    "AboveThreshold",
    "ThresholdMonitor",
    "HeavyHitterMonitor",
    "TopKSession",
    "Ledger",
  ]) {
    assert.throws(() => logstar[kind].fromJSON(`{${secret}`), {
      message: "saved text must be JSON, got text",
    });
  }
});
