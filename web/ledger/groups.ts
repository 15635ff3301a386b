import { describe } from "../core/options.js";

/**
 * One part of the data, by its names.
 * @typedef {{ group: string, name: string }} PartName
 *
 * The same as the core counts it.
 * @typedef {{ group: number, index: number }} PartNumber
 */

/** The names of a ledger's parallel groups and of their parts; the core knows numbers only. */
export class Groups {
  /** @type {{ name: string, declaration: string, names: string[], numbers: Map<string, number> }[]} */
  #groups = [];

  /**
   * @param {string} name
   * @param {string} declaration
   * @param {Iterable<string>} [parts] those that have been charged, in order
   */
  add(name, declaration, parts = []) {
    if (this.#find(name) !== undefined) {
      throw new RangeError(`groups must have names of their own, got ${describe(name)} twice`);
    }
    const names = [...parts];
    const numbers = new Map(names.map((part, index) => [part, index]));
    if (numbers.size !== names.length) {
      throw new RangeError(`parts of ${describe(name)} must have names of their own`);
    }
    this.#groups.push({ name, declaration, names, numbers });
  }

  /**
   * @param {string} name
   * @returns {string | undefined} its declaration, if there is one
   */
  declarationOf(name) {
    return this.#find(name)?.declaration;
  }

  /**
   * The numbers of a part; a name that was not kept would get the next one.
   * @param {PartName} part
   * @returns {PartNumber}
   */
  numbersOf({ group, name }) {
    const found = this.#find(group);
    if (found === undefined) {
      throw new RangeError(`part must be of a declared group, got one of ${describe(group)}`);
    }
    const index = found.numbers.get(name) ?? found.names.length;
    return { group: this.#groups.indexOf(found), index };
  }

  /**
   * Keeps the name of a part: once it is charged, as what is refused leaves no trace.
   * @param {PartName} part
   * @returns {PartNumber}
   */
  keep(part) {
    const numbers = this.numbersOf(part);
    const { names, numbers: byName } = this.#groups[numbers.group];
    names[numbers.index] = part.name;
    byName.set(part.name, numbers.index);
    return numbers;
  }

  /**
   * @param {PartNumber} part
   * @returns {PartName}
   */
  namesOf({ group, index }) {
    const { name, names } = this.#groups[group] ?? {};
    if (name === undefined || names[index] === undefined) {
      throw new RangeError(`part must be of a declared group, got ${index} of group ${group}`);
    }
    return { group: name, name: names[index] };
  }

  /** What is saved of them. */
  toJSON() {
    return this.#groups.map(({ name, declaration, names }) => ({
      name,
      declaration,
      parts: [...names],
    }));
  }

  /** @param {string} name */
  #find(name) {
    return this.#groups.find((group) => group.name === name);
  }
}
