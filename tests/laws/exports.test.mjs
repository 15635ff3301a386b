// Every export of either entry has a law or a reason for having none.
import assert from "node:assert/strict";
import test from "node:test";
import * as main from "../../build/enumerating/index.js";
import * as entry from "../../build/enumerating/worker.js";
import { cases, conversations, enumerated } from "./cases.mjs";
import { drawNothing, workerCompared, workerDrawsNothing } from "./draw-nothing.mjs";
import { connected } from "./worker/connected.mjs";

test("every export of the main entry has a case, or a reason for having no law", () => {
  const listed = [...enumerated, ...Object.keys(drawNothing)];
  assert.deepEqual(listed.sort(), Object.keys(main).sort());
});

test("every export of the worker entry, and every member of connect, has a case or a reason", async () => {
  const { library } = await connected();
  library.dispose();
  const reasons = { ...drawNothing, ...workerDrawsNothing, ...workerCompared };
  const crossing = [...cases, ...conversations].filter(({ local }) => !local);
  const through = new Set(crossing.flatMap(({ name, also = [] }) => [name.split(",")[0], ...also]));
  const names = new Set([...Object.keys(entry), ...Object.keys(library)]);
  names.delete("dispose"); // members of the connection
  const without = [...names].filter((name) => !through.has(name) && !(name in reasons));
  assert.deepEqual(without, []);
  for (const name of Object.keys(workerDrawsNothing)) assert.ok(name in entry, name);
});
