// Valid calls of every function of a namespace, as in valid-calls.mjs.
import * as logstar from "../../dist/index.js";
import { declaredCalls } from "./declared-calls.mjs";

export const namespaceCalls = {
  ...Object.fromEntries(Object.entries(declaredCalls).filter(([name]) => /^\w+\./.test(name))),
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
};
