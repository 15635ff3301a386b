// What there is to know of a compiled WebAssembly module without running it: the code of its functions. And a way
// to name them.
// https://webassembly.github.io/spec/core/binary/modules.html

const header = 8; // magic number and version
const sectionIds = { custom: 0, import: 2, code: 10 };
const imports = { function: 0, table: 1, memory: 2, global: 3, tag: 4 };

/** @param {number} value as LEB128 */
function unsigned(value) {
  const bytes = [];
  for (; value > 127; value >>>= 7) bytes.push((value & 127) | 128);
  return Buffer.from([...bytes, value]);
}

const withLength = (bytes) => Buffer.concat([unsigned(bytes.length), bytes]);

/** Reads on from a place in bytes. */
class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }
  unsigned() {
    for (let value = 0, unit = 1; ; unit *= 128) {
      if (this.at >= this.bytes.length) throw new Error("this module ends within a number");
      const byte = this.bytes[this.at++];
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  }
  /** As many bytes as the number before them says. */
  sized() {
    const size = this.unsigned();
    this.at += size;
    return this.bytes.subarray(this.at - size, this.at);
  }
  limits() {
    const hasMost = this.unsigned() % 2 === 1;
    this.unsigned();
    if (hasMost) this.unsigned();
  }
}

function sectionsOf(module) {
  const sections = [];
  for (const reader = new Reader(module, header); reader.at < module.length; ) {
    const start = reader.at;
    const id = reader.unsigned();
    const content = reader.sized();
    sections.push({ id, content, bytes: module.subarray(start, reader.at) });
  }
  return sections;
}

function importedFunctions(section) {
  const reader = new Reader(section.content);
  let functions = 0;
  for (let left = reader.unsigned(); left > 0; --left) {
    reader.sized(); // module
    reader.sized(); // name
    const kind = reader.unsigned();
    if (kind === imports.function) {
      reader.unsigned(); // its type
      ++functions;
    } else if (kind === imports.memory) {
      reader.limits();
    } else if (kind === imports.table) {
      reader.unsigned(); // what it holds
      reader.limits();
    } else if (kind === imports.global || kind === imports.tag) {
      reader.at += 2; // type and mutability, or attribute and type
    } else {
      throw new Error(`imports of kind ${kind} are not known here`);
    }
  }
  return functions;
}

/**
 * A section that means nothing to a platform, to stand at the end of a module.
 * @param {string} name
 * @param {Buffer} content
 */
export function customSection(name, content) {
  const bytes = Buffer.concat([withLength(Buffer.from(name)), content]);
  return Buffer.concat([unsigned(sectionIds.custom), withLength(bytes)]);
}

/**
 * The code of each function of a module, in its order.
 * @param {Buffer} module
 * @returns {Buffer[]}
 */
export function codeOf(module) {
  const code = sectionsOf(module).find(({ id }) => id === sectionIds.code);
  const reader = new Reader(code.content);
  return Array.from({ length: reader.unsigned() }, () => reader.sized());
}

/**
 * The same module with other names for its functions, and no other custom section.
 * @param {Buffer} module
 * @param {string[]} names of its own functions, in their order
 */
export function withNames(module, names) {
  const sections = sectionsOf(module).filter(({ id }) => id !== sectionIds.custom);
  const imported = sections.find(({ id }) => id === sectionIds.import);
  const first = imported ? importedFunctions(imported) : 0;
  const pairs = names.map((name, i) =>
    Buffer.concat([unsigned(first + i), withLength(Buffer.from(name))]),
  );
  const namesOfFunctions = withLength(Buffer.concat([unsigned(names.length), ...pairs]));
  return Buffer.concat([
    module.subarray(0, header),
    ...sections.map(({ bytes }) => bytes),
    customSection("name", Buffer.concat([unsigned(1), namesOfFunctions])),
  ]);
}
