// Whole numbers of any width and text: data in, places out, and the handling of unsuitable values.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { columnOf } from "../../dist/data/values.js";
import {
  bigIntegers,
  integers,
  interiorPoint,
  median,
  quantile,
  quantiles,
  text,
} from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";

await loadForTesting({ seed: 1 });

const loss = { epsilon: 1, delta: 1e-6 };
/** A draw misses what 4,000 records say with probability below 1e-300. */
const lots = (value, times = 4000) => Array(times).fill(value);
const middle = (values, domain, more) => median(values, { ...loss, domain, ...more }).value;

test("whole numbers of thousands of bits are given and returned as BigInts", () => {
  for (const bits of [1, 63, 64, 65, 1000, 4096]) {
    const highest = (1n << BigInt(bits)) - 1n;
    for (const value of [0n, 1n, highest, highest >> 1n]) {
      assert.equal(middle(lots(value), bigIntegers(bits)), value, `${bits} bits`);
    }
  }
});

test("BigInts outside the domain are clamped, dropped or rejected, one by one", () => {
  const domain = bigIntegers(100);
  const mixed = [...lots(2n ** 200n), ...lots(7n, 3000)];
  assert.equal(middle(mixed, domain), 2n ** 100n - 1n);
  assert.equal(middle(mixed, domain, { outside: "drop" }), 7n);
  assert.equal(middle(lots(-5n), domain), 0n);
  assert.throws(() => middle(mixed, domain, { outside: "throw" }), {
    name: "RangeError",
    message: 'values must be inside the domain (because outside is "throw"), got a value outside',
  });
});

test("text is given as arrays, iterables, vectors and groups", () => {
  const domain = text(16);
  const at = (words) => ({ text: words, after: false });
  assert.deepEqual(middle(lots("Bergen"), domain), at("Bergen"));
  assert.deepEqual(middle(lots("Bergen").values(), domain), at("Bergen"));
  assert.deepEqual(middle({ toArray: () => lots("Bergen") }, domain), at("Bergen"));
  assert.deepEqual(
    middle({ values: ["Ås", "Oslo"], counts: [9000, 10] }, domain),
    at("Ås"),
    "grouped",
  );
  assert.deepEqual(middle(lots(""), domain), at(""));
  const emoji = "🧮".repeat(4);
  assert.deepEqual(middle(lots(emoji), domain), at(emoji), "16 bytes of UTF-8");
});

test("BigInts are given in groups too, with their counts", () => {
  const grouped = { values: [2n ** 90n, 5n], counts: [9000, 10] };
  assert.equal(middle(grouped, bigIntegers(128)), 2n ** 90n);
  assert.equal(middle({ values: [-1n, 5n], counts: [9000, 6000] }, bigIntegers(128)), 0n);
  const dropped = { values: [-1n, 5n], counts: [9000, 6000] };
  assert.equal(middle(dropped, bigIntegers(128), { outside: "drop" }), 5n);
});

test("longer text counts up to the last character that fits, or is dropped or rejected", () => {
  const domain = text(5);
  assert.deepEqual(middle(lots("years ago"), domain), { text: "years", after: false });
  const long = lots("añoñaño"); // one byte is free: texts that continue with one come before
  assert.deepEqual(middle(long, domain), { text: "año", after: true });
  const mixed = [...long, ...lots("zoo", 3000)];
  assert.deepEqual(middle(mixed, domain, { outside: "drop" }), { text: "zoo", after: false });
  assert.throws(() => middle(mixed, domain, { outside: "throw" }), RangeError);
});

test("text with a NUL is dropped, and a lone surrogate counts as the replacement character", () => {
  const domain = text(8);
  const mixed = [...lots("a\0b"), ...lots("c", 3000)];
  assert.deepEqual(middle(mixed, domain), { text: "c", after: false });
  assert.throws(() => middle(mixed, domain, { outside: "throw" }), RangeError);
  assert.deepEqual(middle(lots("\ud800"), domain), { text: "\ufffd", after: false });
});

test("text counts up to its first tab or end of a line", () => {
  assert.deepEqual(middle(lots("Bergen\twest"), text(16)), { text: "Bergen", after: false });
  const mixed = [...lots("two\nlines"), ...lots("zoo", 3000)];
  assert.deepEqual(middle(mixed, text(16), { outside: "drop" }), { text: "zoo", after: false });
});

/** Names such as "karl hansen12"; half of them begin with letters up to "l". */
const names = (count) => {
  const first = [
    "anna",
    "berta",
    "emil",
    "gustav",
    "karl",
    "maria",
    "olga",
    "sven",
    "vera",
    "zora",
  ];
  const last = ["andersen", "hansen", "jensen", "larsen", "olsen"];
  return Array.from(
    { length: count },
    (_, i) => `${first[i % 10]} ${last[(i * 7) % 5]}${(i * 7919) % 100}`,
  );
};

test("medians of names are short readable texts, by each algorithm for them", () => {
  const plain = /^[ -~]*$/; // letters, digits, blanks, punctuation
  for (const options of [{}, { delta: 1e-6 }, { algorithm: "exponential", epsilon: 0.1 }]) {
    const drawn = Array.from(
      { length: 200 },
      () => median(names(1000), { epsilon: 1, domain: text(32), ...options }).value,
    ).filter((value) => value !== null);
    // 94 in 100 answers are plain: fewer than 160 of 200 have a probability below 1e-9.
    const readable = drawn.filter(({ text }) => plain.test(text) && text.length <= 16);
    assert.ok(readable.length >= 0.8 * drawn.length, `${readable.length} of ${drawn.length}`);
    assert.ok(drawn.length >= 150, `${drawn.length}`);
  }
});

test("users, groups and several quantiles of text answer with readable texts", () => {
  const values = names(2000);
  const users = values.map((_, i) => i >> 1);
  const groups = values.map((_, i) => ["north", "south"][i & 1]);
  const asked = { epsilon: 4, domain: text(64) };
  const places = Array.from({ length: 20 }, () => [
    median({ values, users }, asked).value,
    ...median({ values, users, groups }, { ...asked, groups: ["north", "south"] }).groups.map(
      ({ value }) => value,
    ),
    ...quantiles({ values, users }, [0.25, 0.75], { ...asked, epsilon: 8 }).value,
  ]).flat();
  const readable = places.filter(({ text }) => /^[ -~]{1,16}$/.test(text));
  assert.ok(readable.length >= 80, `${readable.length} of ${places.length}`);
});

test("a released place between texts of the data is readable in the order of texts", () => {
  const names = Array.from({ length: 3000 }, (_, i) => `name ${String(i).padStart(4, "0")}`);
  const place = middle(names, text(32));
  assert.equal(typeof place.after, "boolean");
  const below = names.filter(
    (name) => name <= place.text || (place.after && name.startsWith(place.text)),
  );
  // 5e-10 is the probability of a miss by more than 200 ranks.
  assert.ok(Math.abs(below.length - 1500) < 200, `${place.text} ${below.length}`);
});

test("text is ordered by code point, not by UTF-16 unit", () => {
  const domain = text(4);
  const high = "\u{1f9ee}"; // above U+FFFD, though its first unit is below
  const values = [...lots("\ufffd", 9000), ...lots(high, 6000)];
  assert.deepEqual(quantile(values, 0.25, { ...loss, domain }).value, {
    text: "\ufffd",
    after: false,
  });
  assert.deepEqual(quantile(values, 0.9, { ...loss, domain }).value, { text: high, after: false });
});

test("too few records for a place in a wide domain result in null, a reason and a record", () => {
  const result = interiorPoint(["a", "b"], { ...loss, domain: text(1000) });
  assert.equal(result.value, null);
  assert.equal(result.reason, "too-few");
  assert.equal(result.record.delta, 1e-6);
  const none = interiorPoint([], { ...loss, domain: text(1000) });
  const { message, record } = result;
  assert.deepEqual(none, { value: null, reason: "too-few", message, record });
});

test("without a delta, a median of wide values with a private size misses by less at two rates", () => {
  const draw = (options) =>
    median(lots(2n ** 99n, 9000), { epsilon: 1, domain: bigIntegers(100), ...options });
  const expected = [
    [{}, "cut", "pure-two-rates", 65],
    [{ size: 9000 }, "cut", "pure", 43],
    [{ neighbors: "replace" }, "cut", "pure", 87],
    [{ algorithm: "exponential" }, "exponential", undefined, 73],
  ];
  for (const [options, algorithm, form, error] of expected) {
    const { value, record } = draw(options);
    assert.equal(value, 2n ** 99n);
    assert.equal(record.parameters.algorithm, algorithm);
    assert.equal(record.parameters.form, form);
    assert.equal(Math.ceil(record.accuracy.error), error, algorithm);
  }
});

// Tree algorithms may find no answer however many records there are, as often as their confidence allows.
test("narrow domains accept the algorithms for wide ones", () => {
  for (const algorithm of ["cut", "rec-concave", "tree-log", "heavy-paths", "tree-log-slices"]) {
    const more = { algorithm, confidence: 1 - 1e-12 };
    assert.equal(middle(lots(5, 20000), integers(0, 1000), more), 5, algorithm);
    assert.equal(middle(lots(-5.5, 20000), undefined, more), -5.5, algorithm);
    assert.equal(middle(lots(9, 20000), integers(9, 9), more), 9, algorithm);
  }
});

/** The texts that the core takes, from all parts. */
const handedOver = (column) => {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const { data } = columnOf(column, text(8), "clamp");
  const texts = [];
  while (texts.length < data.length) {
    const { bytes, edges } = data.part(texts.length);
    for (let i = 0; i + 1 < edges.length; ++i) {
      texts.push(decoder.decode(bytes.subarray(edges[i], edges[i + 1])));
    }
  }
  return texts;
};

test("the core takes each text by itself, whatever characters it and its neighbours have", () => {
  const words = ["b", "", "ü🧮", "a".repeat(40), "\ufeffmark", "東京", "\0", "", "z"];
  assert.deepEqual(handedOver(words), words);
  const many = Array.from({ length: 20_000 }, (_, i) => words[i % 9] + (i % 5000 < 4500 ? i : ""));
  assert.deepEqual(handedOver(many), many, "more texts than are joined");
  const long = ["a".repeat(70_000), "é".repeat(70_000), "", "b".repeat(65_536), "c"];
  assert.deepEqual(handedOver(long), long, "longer ones than are joined");
});

test("halves of a character in two texts count as U+FFFD each", () => {
  const [high, low] = ["\ud83e", "\uddee"];
  assert.equal(high + low, "🧮");
  const halves = [`x${high}`, `${low}y`, low, high, low, "é"];
  assert.deepEqual(handedOver(halves), ["x\ufffd", "\ufffdy", "\ufffd", "\ufffd", "\ufffd", "é"]);
});

test("the example of wide domains runs, and has no answer for ten flights", () => {
  const example = fileURLToPath(new URL("../../examples/more/wide-domains.mjs", import.meta.url));
  const output = execFileSync("node", [example], { encoding: "utf8" });
  assert.match(output, /^The second volume begins /);
  assert.match(output, /Half of the numbers have fewer than \d+ bits/);
  assert.match(output, /Of ten flights: null \(too-few\)/);
  assert.match(output, /cut: 50 \(what auto takes\)/);
});

const refusals = [
  [() => bigIntegers(0), RangeError, "bits must be a whole number from 1 to 67108864, got 0"],
  [() => bigIntegers("8"), TypeError, 'bits must be a number, got "8"'],
  [() => text(0), RangeError, "maxBytes must be a whole number from 1 to 8388608, got 0"],
  [() => text(), TypeError, "maxBytes must be a number, got undefined"],
  [() => middle(["a", 1], text(8)), TypeError, "values must be text, got a number among them"],
  [
    () => middle([1n, 2], bigIntegers(80)),
    TypeError,
    "values must be BigInts, got a number among them",
  ],
  [
    () => middle(["a"], undefined),
    TypeError,
    "values must be numbers, got text among them (convert text with Number)",
  ],
];

for (const [attempt, type, message] of refusals) {
  test(`rejected: ${message}`, () => {
    assert.throws(attempt, { name: type.name, message });
  });
}
