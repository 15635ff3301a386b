// The installed package in the Node of these tests.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { expected, forNode } from "./consumer.mjs";
import { installPackage } from "./installed.mjs";

let place;
before(() => {
  place = installPackage();
  place.write("use.mjs", forNode);
});
after(() => place?.remove());

test(`both entries work in Node ${process.version}`, () => {
  assert.equal(place.run(process.execPath, ["use.mjs"]), `${expected}\n`);
});
