// Jest with jsdom, whose environment must provide what jsdom lacks.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { program, project } from "./place.mjs";

const theTest = `import { load, median, topK } from "logstar";
test("answers", async () => {
  expect(typeof document).toBe("object");
  await load();
  const { value } = median(Float64Array.from({ length: 5000 }, (_, i) => i), { epsilon: 1 });
  expect(Math.abs(value - 2500)).toBeLessThan(100);
  const { items } = topK(Array(500).fill("Oslo"), { k: 1, epsilon: 1, delta: 1e-6 });
  expect(items[0].item).toBe("Oslo");
});
`;

const environment = `import { TestEnvironment } from "jest-environment-jsdom";
export default class WithText extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, { TextDecoder, TextEncoder });
  }
}
`;

/** The report of Jest on the test in an environment. */
function inJest(testEnvironment) {
  const cwd = project("jest", {
    "package.json": JSON.stringify({
      ...{ private: true, type: "module" },
      jest: { testEnvironment, testMatch: ["**/*.check.mjs"], transform: {} },
    }),
    "environment.mjs": environment,
    "answers.check.mjs": theTest,
  });
  const args = ["--experimental-vm-modules", program("jest"), "--ci"];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
  return { status, stderr };
}

test("Jest runs it in jsdom if its environment has TextEncoder and TextDecoder", () => {
  const { status, stderr } = inJest("./environment.mjs");
  assert.equal(status, 0, stderr);
  assert.match(stderr, /1 passed/);
});

test("control: jsdom alone lacks TextDecoder", () => {
  const { status, stderr } = inJest("jsdom");
  assert.equal(status, 1);
  assert.match(stderr, /TextDecoder is not defined/);
});
