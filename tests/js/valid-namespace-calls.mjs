// Valid calls of every function of a namespace, in the form of valid-calls.mjs.
import * as logstar from "../../dist/index.js";
import { declaredCalls } from "./declared-calls.mjs";

export const namespaceCalls = {
  ...Object.fromEntries(Object.entries(declaredCalls).filter(([name]) => /^\w+\./.test(name))),
  "composition.total, bounded-range": {
    of: logstar.composition.total,
    args: () => [{ steps: 5, kind: "bounded-range", epsilon: 1, totalDelta: 1e-6 }],
  },
};
