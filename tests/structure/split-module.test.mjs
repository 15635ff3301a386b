// What stays in the first module when the core is split: everything that it can reach.
import assert from "node:assert/strict";
import { test } from "node:test";
import { dataOf, moduleOf, reachedFrom } from "../../cmake/reachable.mjs";
import { exportsOf, shareByTable } from "../../cmake/share-by-table.mjs";

/** As wasm-dis writes it: six functions, four of which have an address, and two objects of data. */
const text = String.raw`(module
 (type $0 (func))
 (import "a" "a" (func $imported (type $0)))
 (memory $0 1)
 (data $.rodata (i32.const 1024) "\02\00\00\00P\04\00\00\\\n")
 (data $.rodata.1 (i32.const 1105) "\04\00\00\03\00\00\00")
 (table $0 5 5 funcref)
 (elem $0 (i32.const 1) $first $in\20data $by\20number $at\20the\20end)
 (export "B" (func $entry))
 (func $entry (type $0)
  (call $imported)
  (call $called)
 )
 (func $called (type $0)
  (drop
   (i32.load offset=1024
    (local.get $0)
   )
  )
 )
 (func $in\20data (type $0)
  (i32.store8 offset=2 align=1
   (i32.const 9)
   (i32.const 3)
  )
  (return_call $at\20last)
 )
 (func $by\20number (type $0)
  (nop)
 )
 (func $at\20last (type $0)
  (nop)
 )
 (func $at\20the\20end (type $0)
  (nop)
 )
 (func $first (type $0)
  (drop
   (i32.const 1030)
  )
 )
)`;

/** As wasm-ld writes it; the second object begins with zeros, which the data leaves out. */
const map = `
    Addr      Off     Size Out     In      Symbol
       -        8      530 TYPE
       -      100       20 CODE
       -      102        8         lto.tmp:(first)
       -      200       20 DATA
     400      201       18 .rodata
     400      201        a         lto.tmp:(.rodata.one)
     400      201        a                 one
     450      211        8         lto.tmp:(.rodata.two)
     450      211        8                 two
       -      300       20 CUSTOM(name)
       0      301        8         lto.tmp:(.debug)
`;

const module = moduleOf(text);
const anything = () => true;
const reached = (roots, objects = dataOf(map, text), means = anything) =>
  [...reachedFrom(module, objects, roots, means)].sort();

test("functions, their calls, numbers and addresses are read", () => {
  assert.deepEqual(module.exported, ["$entry"]);
  assert.deepEqual(module.table, ["$first", "$in\\20data", "$by\\20number", "$at\\20the\\20end"]);
  assert.equal(module.functions.size, 7);
  const { calls, numbers, offsets } = module.functions.get("$in\\20data");
  assert.deepEqual([[...calls], [...numbers], [...offsets]], [["$at\\20last"], [9, 3], [2]]);
});

test("a number is handed to the call that it stands in, not to one inside it or before", () => {
  const body = `(module
 (func $entry
  (call $outer
   (i32.const 1)
   (call $inner
    (i32.const 2)
   )
   (i32.add
    (i32.const 3)
    (i32.const 4)
   )
   (i32.const 5)
  )
  (drop
   (i32.const 6)
  )
  (call $outer
   (i32.const 7)
  )
 )
)`;
  const { handed, numbers } = moduleOf(body).functions.get("$entry");
  const handedTo = [...handed].map(([name, some]) => [name, [...some]]);
  assert.deepEqual(handedTo, [
    ["$outer", [1, 5, 7]],
    ["$inner", [2]],
  ]);
  assert.deepEqual([...numbers], [1, 2, 3, 4, 5, 6, 7]);
});

test("data is read object by object, zeros that are left out too", () => {
  assert.deepEqual(
    dataOf(map, text).map(({ start, end, words }) => [start, end, [...words]]),
    [
      [0x400, 0x40a, [2, 0x450]],
      [0x450, 0x458, [0x400, 3]],
    ],
  );
});

test("what is not as the compilers write it is refused", () => {
  const elem = text.match(/^ \(elem .*$/m)[0];
  assert.throws(() => moduleOf(text.replace(elem, `${elem}\n${elem}`)), /one list of functions/);
  assert.throws(
    () => moduleOf(text.replace("(elem $0 (i32.const 1)", "(elem $0 (i32.const 7)")),
    /from 1 on/,
  );
  assert.throws(() => dataOf(map.replace(" 450 ", " 550 "), text), /what lies at 1105/);
  assert.throws(() => dataOf(map, `${text}\n (data $passive "a")`), /another form/);
});

test("reached is what is called, whose address is in reached code, or in data that reached code means", () => {
  const expected = ["$at\\20last", "$by\\20number", "$called", "$entry", "$in\\20data"];
  assert.deepEqual(reached(["$entry"]), expected);
});

test("an address that a constant was added to still means its object", () => {
  assert.ok(reached(["$first"]).includes("$in\\20data"));
  const far = dataOf(map, text).map((object) => ({
    ...object,
    start: object.start + 4096,
    end: object.end + 4096,
  }));
  assert.deepEqual(reached(["$first"], far), ["$first"]);
});

test("what numbers do not mean is not reached by them", () => {
  const named = (called) => called !== "$by\\20number";
  assert.ok(!reached(["$entry"], undefined, named).includes("$by\\20number"));
  const where = (called, _, caller) => called !== "$in\\20data" || caller === "$entry";
  assert.ok(!reached(["$entry"], undefined, where).includes("$in\\20data"));
  const asked = [];
  reached(["$entry"], undefined, (called, number) => asked.push([called, number]));
  assert.ok(asked.length > 0);
  assert.ok(asked.every(([called, number]) => module.table[number - 1] === called));
});

test("what the second module takes stands in a table in the order of its numbers, what JavaScript takes stays", () => {
  const first = `(module
 (table $0 1 1 funcref)
 (export "B" (func $entry))
 (export "K" (table $0))
 (export "1a" (func $called))
 (export "9z" (func $first))
)
`;
  const second = `(module
 (import "a" "K" (table $0 1 1 funcref))
 (import "a" "9z" (func $one (type $0)))
 (import "a" "B" (func $two (type $0)))
 (import "a" "1a" (func $three (type $0)))
)
`;
  assert.deepEqual([...exportsOf(first)], ["B", "K", "1a", "9z"]);
  assert.deepEqual(shareByTable(new Set(["B", "K"]), first, second), {
    first: `(module
 (table $0 1 1 funcref)
 (export "B" (func $entry))
 (export "K" (table $0))
 (table $shared 2 2 funcref)
 (elem $shared (table $shared) (i32.const 0) func $called $first)
 (export "shared" (table $shared))
)
`,
    second: second.replace('"9z"', '"1"').replace('"1a"', '"0"'),
  });
});
