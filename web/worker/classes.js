/**
 * A method: either its options are argument number `options`, or it has none and takes `args` arguments.
 * What it returns may be another object, of the class that `makes` names.
 * @typedef {{ options?: number, args?: number, makes?: string }} RemoteMethod
 *
 * What a class of the main entry looks like from the other side of the worker.
 * @typedef {object} RemoteClass
 * @property {number} [options] which argument of the constructor has the options, if there is one
 * @property {boolean} [resumes] whether it has `fromJSON`
 * @property {string[]} [atOnce] properties that never change: known as soon as the object is
 * @property {string[]} [asked] properties to be asked for
 * @property {Record<string, RemoteMethod>} [methods]
 */

/** @type {Record<string, RemoteClass>} */
export const remoteClasses = {
  AboveThreshold: {
    options: 0,
    resumes: true,
    atOnce: ["record"],
    asked: ["answersLeft", "exhausted"],
    methods: { ask: { args: 1 }, askNumber: { args: 1 }, toJSON: { args: 0 } },
  },
  ThresholdMonitor: {
    options: 0,
    resumes: true,
    atOnce: ["record"],
    methods: { ask: { args: 1 }, toJSON: { args: 0 } },
  },
  HeavyHitterMonitor: {
    options: 0,
    resumes: true,
    atOnce: ["record"],
    methods: { step: { args: 1 }, toJSON: { args: 0 } },
  },
  TopKSession: {
    options: 0,
    resumes: true,
    asked: ["remaining"],
    methods: { topK: { options: 1 }, toJSON: { args: 0 } },
  },
  SliceSession: {
    options: 1,
    atOnce: ["loss"],
    methods: {
      slice: { options: 0, makes: "Slice" },
      interiorPoint: { options: 1 },
      median: { options: 1 },
      quantile: { options: 2 },
    },
  },
  Slice: {},
  LedgerSteps: { atOnce: ["perStep"], asked: ["remaining"] },
};

/** Where each function has its options. */
export const remoteFunctions = {
  interiorPoint: 1,
  median: 1,
  quantile: 2,
  quantiles: 2,
  topK: 1,
  topKForecast: 1,
  boundContributions: 1,
  laplaceCount: 1,
  selectBest: 1,
  learnThreshold: 0,
  learnPoint: 0,
  learnRectangle: 0,
  learnLabelPrivate: 0,
  learnSemiPrivate: 0,
  sanitizePoints: 1,
  sanitizeThresholds: 1,
  quasiConcaveMax: 1,
  "plan.interiorPoint": 0,
  "plan.learnLabelPrivate": 0,
  "plan.learnPoint": 0,
  "plan.learnRectangle": 0,
  "plan.learnSemiPrivate": 0,
  "plan.learnThreshold": 0,
  "plan.sanitizePoints": 0,
  "plan.sanitizeThresholds": 0,
  "plan.thresholdQuestions": 0,
  "accuracy.interiorPoint": 0,
  "accuracy.median": 0,
  "accuracy.quantile": 1,
  "accuracy.quantiles": 1,
  "accuracy.topK": 0,
  "accuracy.laplaceCount": 0,
  "accuracy.learnPoint": 0,
  "accuracy.learnRectangle": 0,
  "accuracy.learnThreshold": 0,
  "accuracy.sanitizePoints": 0,
  "accuracy.sanitizeThresholds": 0,
  "accuracy.selectBest": 0,
  "composition.perStep": 0,
  "composition.total": 0,
};
