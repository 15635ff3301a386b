// What C++ asks of JavaScript (bindings/val.hpp), for the linker, which puts it into the module's glue: values
// are held in a list, by whose places C++ knows them until the function that was called ends.
addToLibrary({
  /** Those that are always there: undefined, null, true, false, and what `logstar_keep` was given. */
  $held: "[undefined, null, true, false, undefined]",
  $held__postset: 'Module["held"] = held;', // for tests

  /** Calls a function that Embind bound: with values, of which it knows the numbers until it ends. */
  $callBound__deps: ["$held", "$hold"],
  $callBound__postset: 'Module["callBound"] = callBound;',
  $callBound: (name, given) => {
    const before = held.length;
    try {
      // All five, as Embind sees them (bindings/border.hpp).
      const [first, second, third, fourth, fifth] = given;
      return held[Module[name](hold(first), hold(second), hold(third), hold(fourth), hold(fifth))];
    } finally {
      held.length = before;
    }
  },

  $hold__deps: ["$held"],
  $hold: (value) => (value === undefined ? 0 : held.push(value) - 1),

  /** Typed arrays by their numbers in C++. The memory is another buffer whenever it has grown. */
  $viewOf: (kind, at, size) => {
    const Kind = [Float64Array, BigUint64Array, BigInt64Array, Uint32Array, Uint8Array][kind];
    return new Kind(HEAPU8.buffer, at >>> 0, size >>> 0);
  },

  logstar_object__deps: ["$callBound", "$hold"],
  logstar_object: () => hold({}),
  logstar_array__deps: ["$hold"],
  logstar_array: () => hold([]),
  logstar_of_number__deps: ["$hold"],
  logstar_of_number: (number) => hold(number),
  logstar_of_big__deps: ["$hold"],
  logstar_of_big: (bits, isSigned) => hold(isSigned ? bits : BigInt.asUintN(64, bits)),
  $decoder: "new TextDecoder('utf-8', { ignoreBOM: true })",
  logstar_of_text__deps: ["$decoder", "$hold", "$viewOf"],
  logstar_of_text: (text, size) => hold(decoder.decode(viewOf(4, text, size))),
  logstar_array_of__deps: ["$hold", "$viewOf"],
  logstar_array_of: (kind, at, size) => hold(Array.from(viewOf(kind, at, size))),
  logstar_typed__deps: ["$hold", "$viewOf"],
  logstar_typed: (kind, at, size) => hold(viewOf(kind, at, size).slice()),

  logstar_set__deps: ["$held", "$UTF8ToString"],
  logstar_set: (object, name, value) => {
    held[object][UTF8ToString(name)] = held[value];
  },
  logstar_push__deps: ["$held"],
  logstar_push: (array, value) => {
    held[array].push(held[value]);
  },
  logstar_get__deps: ["$held", "$hold", "$UTF8ToString"],
  logstar_get: (object, name) => hold(held[object][UTF8ToString(name)]),
  logstar_at__deps: ["$held", "$hold"],
  logstar_at: (array, place) => hold(held[array][place >>> 0]),

  logstar_is__deps: ["$held", "$UTF8ToString"],
  logstar_is: (value, text) => held[value] === UTF8ToString(text),
  logstar_number__deps: ["$held"],
  logstar_number: (value) => held[value],
  logstar_word__deps: ["$held"],
  logstar_word: (value) => held[value],
  logstar_big__deps: ["$held"],
  logstar_big: (value) => BigInt(held[value]),
  logstar_flag__deps: ["$held"],
  logstar_flag: (value) => !!held[value],
  /** Keeps the text in bytes for `logstar_copy_text`. */
  $encoded: "undefined",
  logstar_text_size__deps: ["$encoded", "$held"],
  logstar_text_size: (value) => {
    if (typeof held[value] !== "string") throw new TypeError("Cannot take for text what is none");
    encoded = new TextEncoder().encode(held[value]);
    return encoded.length;
  },
  logstar_copy_text__deps: ["$encoded"],
  logstar_copy_text: (to) => {
    HEAPU8.set(encoded, to >>> 0);
  },
  logstar_copy_numbers__deps: ["$held", "$viewOf"],
  logstar_copy_numbers: (array, kind, to, size) => {
    viewOf(kind, to, size).set(held[array]);
  },

  logstar_fill__deps: ["$held", "$viewOf"],
  logstar_fill: (fill, bytes, size) => !!held[fill](viewOf(4, bytes, size)),
  logstar_keep__deps: ["$held"],
  logstar_keep: (value) => {
    held[4] = held[value];
  },
});

// Of what Embind brings to JavaScript, less: bound functions take numbers only (bindings/border.hpp), and no two have the
// same name. So no type of theirs is unknown, others need not be told when the module starts, and which of several is meant is
// no question. To name types took C++'s printf as well.
addToLibrary({
  $throwUnboundTypeError__deps: [],
  $throwUnboundTypeError: (message) => {
    throw new TypeError(message);
  },
  $ensureOverloadTable__deps: [],
  $ensureOverloadTable: (_all, name) => {
    throw new TypeError(`${name} is bound twice`);
  },
  /** A place in the table becomes a function of JavaScript's when it is called first, not when the module starts. */
  $embind__requireFunction__deps: ["$getWasmTableEntry"],
  // Embind's own may call it: linking would warn of ours, which stands in that one's place.
  $getWasmTableEntry__internal: false,
  $embind__requireFunction:
    (_signature, place) =>
    (...given) =>
      getWasmTableEntry(place)(...given),
  _embind_register_integer__deps: ["$GenericWireTypeSize", "$integerReadValueFromPointer"].concat(
    ...["$readLatin1String", "$registerType"],
  ),
});
for (const type of ["void", "bool", "bigint", "float", "emval", "memory_view"].concat(
  ...["std_string", "std_wstring"],
)) {
  addToLibrary({
    [`_embind_register_${type}__deps`]: [],
    [`_embind_register_${type}`]: (_type, _name, _size, _least, _most) => {},
  });
}
