// Under replace, functions with a public size use the number of given rows, including dropped ones.
import assert from "node:assert/strict";
import test from "node:test";
import * as arrow from "apache-arrow";
import { integers, interiorPoint, text } from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";

await loadForTesting({ seed: 2 });

const loss = { epsilon: 1, delta: 1e-6 };

test("under replace the size is the number of given rows, whatever drops and in every form", () => {
  const rows = 20_000;
  const dropping = Array.from({ length: rows }, (_, i) => [i % 1000, null, 5000, 7][i % 4]);
  const numbers = { domain: integers(0, 999), outside: "drop" };
  const forms = {
    array: [() => dropping, numbers],
    "typed array": [() => Float64Array.from(dropping, (x) => x ?? Number.NaN), numbers],
    iterable: [() => dropping.values(), numbers],
    "Arrow vector": [() => arrow.vectorFromArray(dropping, new arrow.Float64()), numbers],
    grouped: [() => ({ values: [1, null, 5000, 7], counts: [9000, 1000, 1000, 9000] }), numbers],
    "text with a NUL": [
      () => dropping.map((x, i) => (i % 4 === 0 ? "a\0" : `${x}`)),
      { domain: text(8) },
    ],
  };
  for (const [form, [data, more]] of Object.entries(forms)) {
    for (const algorithm of ["tree-log", "heavy-paths"]) {
      const options = { ...loss, ...more, neighbors: "replace", algorithm };
      const { record } = interiorPoint(data(), { ...options, size: rows });
      assert.equal(record.parameters.size, rows, `${form}, ${algorithm}`);
      for (const size of [rows - 1, rows / 2]) {
        assert.throws(
          () => interiorPoint(data(), { ...options, size }),
          { name: "RangeError", message: /^size must be the number of records, 20000, / },
          form,
        );
      }
    }
  }
});

// With outside: "clamp" text with a NUL is dropped nevertheless, as it has no place in the order.
test("cut choice of a public size counts text with a NUL, and answers for any number of such texts", () => {
  const options = { ...loss, domain: text(8), neighbors: "replace", algorithm: "cut", size: 80 };
  for (const dropped of [0, 1, 79, 80]) {
    const words = Array.from({ length: 80 }, (_, i) => (i < dropped ? "a\0" : "m"));
    const { value, record } = interiorPoint(words, { ...options, missing: "throw" });
    assert.equal(record.parameters.form, "public-size");
    assert.equal(typeof value.text, "string");
  }
});
