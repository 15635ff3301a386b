// Wrong input through logstar/worker: rejected or answered as in a direct call.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { load } from "../../dist/index.js";
import { connect } from "../../dist/worker.js";
import { bad, checkError, placesOf, put, shown } from "../js/bad-values.mjs";
import { calls as functionCalls } from "../js/valid-calls.mjs";
import { namespaceCalls } from "../js/valid-namespace-calls.mjs";

await load();
const logstar = await connect();
after(() => logstar.dispose());

const domains = ["reals", "integers", "decimals", "dates", "bigIntegers", "text"]; // made here
const given = Object.entries({ ...functionCalls, ...namespaceCalls })
  .map(([name, call]) => ({ name, ...call, at: name.split(",")[0].split(".") }))
  .filter(({ at }) => !domains.includes(at[0]));
const remote = ({ at, on }) => on?.(logstar) ?? at.reduce((home, name) => home[name], logstar);

async function thrownBy(run) {
  try {
    await run();
  } catch (error) {
    return error;
  }
}

/** Rules and qualities are the caller's functions, which cannot cross. */
const crosses = ({ name }) =>
  !["learnLabelPrivate", "learnSemiPrivate", "quasiConcaveMax"].includes(name);

/** Errors of arguments that cannot be cloned. */
const isStopped = (error) => /cross to the worker|detached buffer/.test(error?.message);

test("1,000 calls with a wrong value are rejected in the worker if they are rejected here", async () => {
  let state = 20201123; // a fixed seed: Numerical Recipes' congruential generator
  const random = (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const those = given.filter(crosses);
  assert.ok(those.length > 40);
  for (let i = 0; i < 1000; ++i) {
    const call = those[random(those.length)];
    const [here, there] = [call.args(), call.args()];
    const places = placesOf(here);
    const place = places[random(places.length)];
    const value = bad[random(bad.length)];
    put(here, place, value);
    put(there, place, value);
    const described = `${call.name} with ${shown(value)} as ${place.join(".")}`;
    const direct = await thrownBy(() => call.of(...here));
    const thrown = await thrownBy(() => remote(call)(...there));
    if (thrown !== undefined) checkError(thrown, described);
    if (isStopped(thrown)) continue;
    assert.equal(thrown?.name, direct?.name, `${described}: ${thrown?.message}`);
  }
});
