// Calls on generated data, for mechanisms with turns, algorithms or ledgers: each returns the observer's view
// next to the answers. Used by wide-properties.test.mjs and worker-properties.test.mjs.
import * as logstar from "../../dist/index.js";
import { records } from "../laws/arbitrary.mjs";

const small = logstar.integers(0, 3);
const loose = { confidence: 0.5 };
const claimOf = ({ epsilon, delta, neighbors, mechanism, proof, protects }) => [
  ...[epsilon, delta, neighbors, mechanism, proof, protects],
];
const pure = ({ delta, ...options }) => options;

/** Gives one answer after another of an object; `turns` may save it in between. */
function conversation(object, turns) {
  const seen = [claimOf(object.record ?? {})];
  let now = object;
  for (const turn of turns) {
    now = turn(now) ?? now;
    seen.push(now.remaining === undefined ? claimOf(now.record ?? {}) : "answered");
  }
  return seen;
}
const resumed = (Class, data) => (object) => Class.fromJSON(JSON.stringify(object), data);
const asks = (question) => (object) => {
  object.ask(question);
};

const ranks = [
  ...["exponential", "cut", "rec-concave", "tree-log-slices"].flatMap((algorithm) => [
    ["median", algorithm, {}],
    ["interiorPoint", algorithm, {}],
  ]),
  ...["tree-log", "heavy-paths"].map((algorithm) => ["interiorPoint", algorithm, { size: 100 }]),
  ["median", "auto", {}],
];
const columns = ranks.map(([name, algorithm, more]) => ({
  name: `${name}, ${algorithm}`,
  record: records.number,
  run: (values, options) => {
    const given = algorithm === "exponential" ? pure(options) : options;
    const domain = algorithm === "tree-log-slices" ? logstar.integers(0, 255) : small;
    const isPublic = "size" in more && options.neighbors === "replace";
    const size = isPublic ? { size: values.length } : more;
    return claimOf(
      logstar[name](values, { ...given, ...loose, ...size, algorithm, domain }).record,
    );
  },
}));

/** The depth of a point in the data. */
const depth = (values) => (point) =>
  Math.min(values.filter((x) => x <= point).length, values.filter((x) => x >= point).length);
const scores = (values) =>
  [0, 1, 2].map((item) => ({ item, score: values.filter((x) => Object.is(x, item)).length }));
const choices = [
  ...["exponential", "permute-and-flip", "stable", "gap", "choosing"].map((method) => ({
    name: `selectBest, ${method}`,
    record: records.number,
    run: (values, options) => {
      const isPure = method === "exponential" || method === "permute-and-flip";
      const given = isPure ? pure(options) : options;
      return claimOf(logstar.selectBest(scores(values), { ...given, method }).record);
    },
  })),
  {
    name: "laplaceCount",
    record: records.number,
    run: (values, options) => claimOf(logstar.laplaceCount(values.length, pure(options)).record),
  },
  ...["exponential", "rec-concave"].map((algorithm) => ({
    name: `quasiConcaveMax, ${algorithm}`,
    record: records.number,
    run: (values, options) => {
      const given = algorithm === "exponential" ? pure(options) : options;
      const terms = { ...given, ...loose, algorithm, grid: [0, 1, 2, 3] };
      return claimOf(logstar.quasiConcaveMax(depth(values), terms).record);
    },
  })),
];

const labelled = (list) => ({ x: list.map(([x]) => x), y: list.map(([, y]) => y) });
const boxes = (list) => ({
  x: [list.map(([x]) => x), list.map(([, x]) => x)],
  y: list.map(([, , y]) => y),
});
const learners = [
  ...["gap", "stable"].map((algorithm) => ({
    name: `learnPoint, ${algorithm}`,
    record: [records.item, records.label],
    run: (list, options) =>
      claimOf(logstar.learnPoint({ ...labelled(list), ...options, algorithm }).record),
  })),
  {
    name: "learnPoint, proper",
    record: [records.number, records.label],
    run: (list, options) => {
      const proper = { proper: true, accuracy: 0.5, domain: logstar.integers(0, 9999) };
      return claimOf(logstar.learnPoint({ ...labelled(list), ...options, ...proper }).record);
    },
  },
  ...["exponential", "cut", "interior-point", "rec-concave", "sanitizer"].map((algorithm) => ({
    name: `learnThreshold, ${algorithm}`,
    record: [records.number, records.label],
    run: (list, options) => {
      const given = /exponential|sanitizer/.test(algorithm) ? pure(options) : options;
      const more = algorithm === "sanitizer" ? { points: 2 } : {};
      const terms = { ...given, ...loose, ...more, algorithm, domain: small };
      return claimOf(logstar.learnThreshold({ ...labelled(list), ...terms }).record);
    },
  })),
  {
    name: "learnRectangle, sanitizers",
    record: [records.number, records.number, records.label],
    run: (list, options) => {
      const terms = { ...options, ...loose, algorithm: "sanitizers", points: 2, domain: small };
      return claimOf(logstar.learnRectangle({ ...boxes(list), ...terms }).record);
    },
  },
  ...["stable", "rounds"].map((method) => ({
    name: `sanitizePoints, ${method}`,
    record: [records.item],
    run: (list, options) => {
      const more = method === "rounds" ? { accuracy: 0.5, items: 2 } : {};
      const rows = list.map(([item]) => item);
      return claimOf(logstar.sanitizePoints(rows, { ...options, ...more, method }).record);
    },
  })),
];

const conversations = [
  {
    name: "SliceSession",
    record: records.number,
    run: (values, { epsilon, delta, neighbors, ledger }) => {
      if (neighbors === "replace") return "add-remove only";
      const compute = { epsilon: epsilon / 8, delta: delta / 1e6 };
      const terms = { domain: small, slices: 2, compute, sliceEpsilon: 1, delta, ledger };
      const session = new logstar.SliceSession(values, terms);
      const [low, high] = ["low", "high"].map((from) => session.slice({ length: 2, from }));
      session.interiorPoint(low, { ...compute, algorithm: "cut" });
      session.median(high, { epsilon: compute.epsilon, algorithm: "exponential" });
      return claimOf(session.record ?? {});
    },
  },
  {
    name: "TopKSession, saved in between",
    record: records.item,
    run: (rows, options) => {
      const session = new logstar.TopKSession({ ...options, outcomes: 6, calls: 3 });
      const question = { k: 2, kBar: 3 };
      const turn = (one) => void one.topK(rows, question);
      return conversation(session, [turn, resumed(logstar.TopKSession), turn, turn]);
    },
  },
  ...["sampled", "charging"].map((method) => ({
    name: `HeavyHitterMonitor, ${method}, saved in between`,
    record: [records.item, records.item],
    run: (held, { ledger, ...options }) => {
      const given = { ...options, perUser: 2, steps: 3, method };
      const monitor = new logstar.HeavyHitterMonitor({ ...given, ledger });
      const turn = (one) => void one.step(held);
      return conversation(monitor, [turn, resumed(logstar.HeavyHitterMonitor), turn]);
    },
  })),
  {
    name: "AboveThreshold, saved in between",
    record: records.contribution,
    run: (rows, options) => {
      const terms = { ...pure(options), threshold: 1, maxAnswers: 4, rows };
      const watch = new logstar.AboveThreshold(terms);
      const again = resumed(logstar.AboveThreshold, { rows });
      const question = (row) => row;
      return conversation(watch, [asks(question), again, asks(question), asks(question)]);
    },
  },
  {
    name: "AboveThreshold, numbers",
    record: records.contribution,
    run: (rows, options) => {
      const terms = { ...pure(options), threshold: 1, maxAnswers: 2, numericShare: 0.5, rows };
      const watch = new logstar.AboveThreshold(terms);
      return conversation(watch, [(one) => void one.askNumber((row) => row)]);
    },
  },
  ...[false, true].map((weighted) => ({
    name: `ThresholdMonitor, ${weighted ? "weighted, " : ""}saved in between`,
    record: records.contribution,
    run: (rows, options) => {
      const terms = { threshold: 1, perRecord: 3, method: "sampled", weighted, rows };
      const monitor = new logstar.ThresholdMonitor({ ...options, ...terms });
      const again = resumed(logstar.ThresholdMonitor, { rows });
      const question = (row) => row;
      return conversation(monitor, [asks(question), again, asks(question)]);
    },
  })),
];

/** @type {{ name: string, record: any, run: (data: any[], options: any) => any }[]} */
export const wideCalls = [...columns, ...choices, ...learners, ...conversations];
