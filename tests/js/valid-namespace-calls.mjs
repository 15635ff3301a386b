// Valid calls of every function of a namespace, as in valid-calls.mjs.
import * as logstar from "../../dist/index.js";
import { approximate, pure } from "./valid-data.mjs";

export const namespaceCalls = {
  "composition.perStep": {
    of: logstar.composition.perStep,
    args: () => [{ steps: 5, kind: "pure", adaptive: true, epsilon: 1, delta: 1e-6 }],
  },
  "composition.total": {
    of: logstar.composition.total,
    args: () => [
      { steps: 5, kind: "bounded-range", adaptive: true, epsilon: 1, delta: 0, totalDelta: 1e-6 },
    ],
  },
  "accuracy.interiorPoint": {
    of: logstar.accuracy.interiorPoint,
    args: () => [
      { ...approximate(), domain: logstar.reals(), algorithm: "heavy-paths", size: 50_000 },
    ],
  },
  "accuracy.median": {
    of: logstar.accuracy.median,
    args: () => [{ ...approximate(), domain: logstar.text(9), algorithm: "cut", size: 500 }],
  },
  "accuracy.quantile": {
    of: logstar.accuracy.quantile,
    args: () => [0.3, { ...approximate(), domain: logstar.reals(), outside: "drop" }],
  },
  "accuracy.quantiles": {
    of: logstar.accuracy.quantiles,
    args: () => [[0.25, 0.5], { ...pure(), domain: logstar.integers(0, 99), outside: "drop" }],
  },
  "accuracy.topK": {
    of: logstar.accuracy.topK,
    args: () => [
      {
        ...{ k: 2, kBar: 5, ...approximate(), perUser: 1, variant: "laplace", counts: true },
        countShare: 0.5,
      },
    ],
  },
  "accuracy.laplaceCount": {
    of: logstar.accuracy.laplaceCount,
    args: () => [{ ...pure(), perUser: 1 }],
  },
  "accuracy.learnPoint": {
    of: logstar.accuracy.learnPoint,
    args: () => [{ ...approximate(), algorithm: "gap", proper: false }],
  },
  "accuracy.sanitizePoints": {
    of: logstar.accuracy.sanitizePoints,
    args: () => [{ ...approximate(), method: "stable", items: 5 }],
  },
  "accuracy.sanitizeThresholds": {
    of: logstar.accuracy.sanitizeThresholds,
    args: () => [{ ...pure(), method: "quantiles", domain: logstar.integers(0, 99), points: 9 }],
  },
  "accuracy.sanitizeThresholds, as printed": {
    of: logstar.accuracy.sanitizeThresholds,
    args: () => [{ ...approximate(), method: "paper", size: 10_000, accuracy: 0.5 }],
  },
  "accuracy.learnRectangle": {
    of: logstar.accuracy.learnRectangle,
    args: () => [{ ...approximate(), domain: logstar.integers(0, 99), dimensions: 2 }],
  },
  "accuracy.learnThreshold": {
    of: logstar.accuracy.learnThreshold,
    args: () => [
      { ...approximate(), domain: logstar.integers(0, 99), algorithm: "cut", tolerance: 2 },
    ],
  },
  "accuracy.selectBest": {
    of: logstar.accuracy.selectBest,
    args: () => [{ ...pure(), method: "permute-and-flip", monotone: true, candidates: 20 }],
  },
  "plan.interiorPoint": {
    of: logstar.plan.interiorPoint,
    args: () => [{ bits: 64, ...approximate() }],
  },
  "plan.learnLabelPrivate": {
    of: logstar.plan.learnLabelPrivate,
    args: () => [{ rules: "boxes", dimensions: 2, epsilon: 1, accuracy: 0.1, confidence: 0.9 }],
  },
  "plan.learnPoint": {
    of: logstar.plan.learnPoint,
    args: () => [{ ...approximate(), accuracy: 0.1 }],
  },
  "plan.learnRectangle": {
    of: logstar.plan.learnRectangle,
    args: () => [
      { ...approximate(), domain: logstar.integers(0, 99), dimensions: 2, accuracy: 0.1 },
    ],
  },
  "plan.learnSemiPrivate": {
    of: logstar.plan.learnSemiPrivate,
    args: () => [{ vcDimension: 3, ...pure(), accuracy: 0.1 }],
  },
  "plan.learnThreshold": {
    of: logstar.plan.learnThreshold,
    args: () => [
      { ...approximate(), domain: logstar.integers(0, 99), accuracy: 0.1, tolerance: 0 },
    ],
  },
  "plan.sanitizePoints": {
    of: logstar.plan.sanitizePoints,
    args: () => [{ ...approximate(), accuracy: 0.1, items: 3 }],
  },
  "plan.sanitizeThresholds": {
    of: logstar.plan.sanitizeThresholds,
    args: () => [{ ...approximate(), domain: logstar.integers(0, 99), accuracy: 0.1 }],
  },
  "plan.thresholdQuestions": {
    of: logstar.plan.thresholdQuestions,
    args: () => [
      { threshold: 10, answers: 3, questions: 10, perRecord: 1, ...approximate(), weighted: false },
    ],
  },
};
