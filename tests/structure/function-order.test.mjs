// That functions of the module are put in another order, none lost, similar ones side by side.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { similarOrder } from "../../cmake/similar-order.mjs";
import { codeOf, withNames } from "../../cmake/wasm-file.mjs";

/** Bytes that nothing else repeats, the same in every run. */
function noise(seed, length) {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state >>> 24;
  });
}

/** Of three kinds by turns, 20 KB each: too far apart for zip to see that every third is nearly the same. */
const parts = Array.from({ length: 12 }, (_, i) => {
  const part = noise((i % 3) + 1, 20_000);
  part.set(noise(100 + i, 50), 500 * i);
  return part;
});

test("every part stands in the order once, the first ones where they were", () => {
  const order = similarOrder(parts, 4);
  assert.deepEqual(order.slice(0, 4), [0, 1, 2, 3]);
  assert.deepEqual(
    order.toSorted((a, b) => a - b),
    [...parts.keys()],
  );
});

test("parts that share bytes stand side by side, and zip to a third", () => {
  const order = similarOrder(parts, 1);
  const kinds = order.map((part) => part % 3);
  assert.equal(kinds.filter((kind, i) => kind !== kinds[i - 1]).length, 3, `${kinds}`);
  const zipped = (those) => gzipSync(Buffer.concat(those), { level: 9 }).length;
  assert.ok(zipped(order.map((part) => parts[part])) < 0.34 * zipped(parts));
});

const text = (word) => [word.length, ...Buffer.from(word)];
const imported = (name, ...kind) => [...text("env"), ...text(name), ...kind];
/** Adds one and adds two, beside an import of each kind that the compilers use. */
const module = Buffer.from([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 6, 1, 0x60, 1, 0x7f, 1, 0x7f], // a type: number to number
  ...[2, 55, 4],
  ...imported("call", 0, 0),
  ...imported("table", 1, 0x70, 0, 1),
  ...imported("memory", 2, 1, 1, 2),
  ...imported("global", 3, 0x7f, 0),
  ...[3, 3, 2, 0, 0],
  ...[7, 7, 1, ...text("two"), 0, 2],
  ...[10, 17, 2, 7, 0, 0x20, 0, 0x41, 1, 0x6a, 0x0b, 7, 0, 0x20, 0, 0x41, 2, 0x6a, 0x0b],
]);

test("the code of a module is read function by function", () => {
  assert.deepEqual(
    codeOf(module).map((code) => [...code]),
    [1, 2].map((added) => [0, 0x20, 0, 0x41, added, 0x6a, 0x0b]),
  );
});

test("a module with other names runs as before, and names what it does not import", () => {
  const named = withNames(withNames(module, ["old", "older"]), ["one", "and two"]);
  const compiled = new WebAssembly.Module(named);
  const names = WebAssembly.Module.customSections(compiled, "name");
  assert.equal(names.length, 1);
  assert.deepEqual(
    [...new Uint8Array(names[0])],
    [1, 15, 2, 1, ...text("one"), 2, ...text("and two")],
  );
  const env = {
    call: () => 0,
    table: new WebAssembly.Table({ element: "anyfunc", initial: 1 }),
    memory: new WebAssembly.Memory({ initial: 1, maximum: 2 }),
    global: new WebAssembly.Global({ value: "i32" }, 0),
  };
  assert.equal(new WebAssembly.Instance(compiled, { env }).exports.two(40), 42);
});
