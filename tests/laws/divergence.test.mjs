// Laws and divergences are right where both have a closed form.
import assert from "node:assert/strict";
import test from "node:test";
import { laplaceCount, load } from "../../build/enumerating/index.js";
import { canonical } from "./canonical.mjs";
import { divergence, hockeyStick, keeps } from "./divergence.mjs";
import { enumerate } from "./enumerate.mjs";

await load();

const law = (masses, missing = 0) => ({ mass: new Map(Object.entries(masses)), missing });
const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-12, `${a} is not ${b}`);

test("randomised response has a divergence of exactly epsilon", () => {
  const p = law({ yes: 0.75, no: 0.25 });
  const q = law({ yes: 0.25, no: 0.75 });
  near(divergence(p, q, Math.log(3)), 0);
  near(divergence(p, q, Math.log(2)), 0.25);
  assert.ok(keeps(p, q, { epsilon: Math.log(3), delta: 0 }));
  assert.ok(!keeps(p, q, { epsilon: Math.log(3) - 1e-6, delta: 0 }));
});

test("an output of only one law counts in its direction only", () => {
  const p = law({ seen: 0.1, both: 0.9 });
  const q = law({ both: 1 });
  near(hockeyStick(p, q, 5), 0.1);
  near(hockeyStick(q, p, 5), 0);
});

test("cut mass counts against a claim, and a check that it decides throws", () => {
  const p = law({ yes: 0.5, no: 0.3 }, 0.2);
  assert.ok(keeps(p, p, { epsilon: 0, delta: 0.2 }));
  assert.throws(() => keeps(p, p, { epsilon: 0, delta: 0.1 }), /undecided/);
});

test("the law of a count is the discrete Laplace law around it", async () => {
  const { outputs, mass, missing } = await enumerate(() => laplaceCount(5, { epsilon: 1 }));
  const q = Math.exp(-1);
  for (const [key, { value }] of outputs) {
    near(mass.get(key), ((1 - q) / (1 + q)) * q ** Math.abs(value - 5));
  }
  assert.ok(missing < 1e-12);
});

test("outputs are equal only if a caller cannot distinguish them", () => {
  const different = [
    ...[
      0,
      -0,
      Number.NaN,
      "0",
      0n,
      null,
      undefined,
      false,
      [],
      [0],
      [[0]],
      {},
      { a: 0 },
      { a: "0" },
    ],
    ...[new Date(0), new Date(Number.NaN), new Map([[0, 1]]), Uint8Array.of(0), Int8Array.of(0)],
    ...[new Error("a"), new TypeError("a"), new Error("b"), "\ud800", "\ufffd", "NaN", ""],
  ];
  assert.equal(new Set(different.map(canonical)).size, different.length);
});
