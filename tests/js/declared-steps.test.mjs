// Grants and refusals of declared steps over a grid of options: the ledger against the rule in plain words.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Ledger, load } from "../../dist/index.js";

before(() => load());

const kinds = ["pure", "approximate", "bounded-range"];
const both = ["add-remove", "replace"];

/** The grid's requests to steps of maximum loss `perStep`. */
function* requestsOf(perStep) {
  for (const share of [0.3, 1, 1 + 2 ** -50, 3]) {
    for (const delta of [0, perStep.delta, 2 * perStep.delta + 1e-9]) {
      for (const neighbors of both) {
        for (const boundedRange of [false, true]) {
          const epsilon = share * perStep.epsilon;
          yield { mechanism: "a draw", epsilon, delta, neighbors, boundedRange };
        }
      }
    }
  }
}

/** The reason why a request is refused, or undefined. */
function refusalOf({ steps, kind, perStep, neighbors }, used, request) {
  if (used === steps) return `all ${steps} steps are used`;
  if (request.epsilon > perStep.epsilon || request.delta > perStep.delta) {
    return `a step may spend epsilon ${perStep.epsilon} and delta ${perStep.delta}, not ${request.epsilon} and ${request.delta}`;
  }
  if (kind === "bounded-range" && !request.boundedRange) {
    return "the steps were declared to be bounded-range, and this is not";
  }
  if (request.neighbors === neighbors) return undefined;
  return `the steps are for ${neighbors} neighbors, and this is for ${request.neighbors}`;
}

function ask(steps, request) {
  try {
    return steps.charge(request).granted;
  } catch (error) {
    return error;
  }
}

for (const kind of kinds) {
  for (const neighbors of both) {
    test(`${kind} steps for ${neighbors} grant and refuse as the rule says`, () => {
      const terms = { kind, epsilon: 1, delta: 1e-6 };
      const perStep = new Ledger({ epsilon: 1, delta: 1e-6, neighbors }).steps("all", {
        ...terms,
        steps: 5,
      }).perStep;
      const outcomes = new Set();
      for (const request of requestsOf(perStep)) {
        const ledger = new Ledger({ epsilon: 1, delta: 1e-6, neighbors });
        const steps = ledger.steps("all", { ...terms, steps: 5 });
        let used = 0;
        for (let i = 0; i < 7; ++i) {
          const why = refusalOf({ steps: 5, kind, perStep, neighbors }, used, request);
          const answer = ask(steps, request);
          outcomes.add(why?.slice(0, 15));
          if (why === undefined) {
            ++used;
            assert.deepEqual(answer, { epsilon: request.epsilon, delta: request.delta });
          } else {
            const left = used === 5 ? { epsilon: 0, delta: 0 } : perStep;
            assert.equal(answer.name, "BudgetExceeded");
            assert.equal(answer.message, `a draw: ${why}`);
            assert.deepEqual(answer.asked, { epsilon: request.epsilon, delta: request.delta });
            assert.deepEqual(answer.left, { epsilon: left.epsilon, delta: left.delta });
          }
          assert.equal(steps.remaining, 5 - used);
        }
      }
      assert.equal(outcomes.size, kind === "bounded-range" ? 5 : 4);
    });
  }
}

test("steps reject an invalid charge and a request for another unit before one is used", () => {
  const ledger = new Ledger({ epsilon: 1, unit: "user" });
  const steps = ledger.steps("all", { steps: 3, epsilon: 1 });
  const { epsilon } = steps.perStep;
  const request = { mechanism: "a draw", epsilon, delta: 0, neighbors: "add-remove" };
  assert.throws(() => steps.charge({ ...request, boundedRange: false }), {
    name: "TypeError",
    message: /^ledger must be of unit "record" for a draw, got one of unit "user"/,
  });
  const users = { ...request, boundedRange: false, protects: "users" };
  assert.throws(() => steps.charge({ ...users, epsilon: -1 }), { name: "RangeError" });
  assert.throws(() => steps.charge({ ...users, delta: 2 }), { name: "RangeError" });
  assert.equal(steps.remaining, 3);
  assert.deepEqual(steps.charge(users).granted, { epsilon, delta: 0 });
  assert.equal(steps.remaining, 2);
});
