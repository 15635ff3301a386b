import { describe } from "../core/options.js";

/** One part of the data, by its names. */
export interface PartName {
  /** the group that it is of */
  group: string;
  /** the part itself */
  name: string;
}

/** A part as the core counts it. */
export type PartNumber = { group: number; index: number };

/** The names of a ledger's parallel groups and of their parts; the core knows numbers only. */
export class Groups {
  #groups: { name: string; declaration: string; names: string[]; numbers: Map<string, number> }[] =
    [];

  /** @param parts the parts charged so far, in order */
  add(name: string, declaration: string, parts: Iterable<string> = []) {
    if (this.#find(name) !== undefined) {
      throw new RangeError(`groups must have different names, got ${describe(name)} twice`);
    }
    const names = [...parts];
    const numbers = new Map(names.map((part, index) => [part, index]));
    if (numbers.size !== names.length) {
      throw new RangeError(`parts of ${describe(name)} must have different names`);
    }
    this.#groups.push({ name, declaration, names, numbers });
  }

  /** @returns its declaration, if there is one */
  declarationOf(name: string): string | undefined {
    return this.#find(name)?.declaration;
  }

  /** The numbers of a part; a new name gets the next number. */
  numbersOf({ group, name }: PartName): PartNumber {
    const found = this.#find(group);
    if (found === undefined) {
      throw new RangeError(`part must be of a declared group, got one of ${describe(group)}`);
    }
    const index = found.numbers.get(name) ?? found.names.length;
    return { group: this.#groups.indexOf(found), index };
  }

  /**
   * Keeps the name of a part once it is charged: a rejected request leaves no trace.
   * @param numbers as `numbersOf` returns them
   */
  keep(part: PartName, numbers: PartNumber = this.numbersOf(part)): PartNumber {
    const { names, numbers: byName } = this.#groups[numbers.group]!;
    names[numbers.index] = part.name;
    byName.set(part.name, numbers.index);
    return numbers;
  }

  namesOf({ group, index }: PartNumber): PartName {
    const found = this.#groups[group];
    const name = found?.names[index];
    if (found === undefined || name === undefined) {
      throw new RangeError(`part must be of a declared group, got ${index} of group ${group}`);
    }
    return { group: found.name, name };
  }

  /** The groups as plain data to save. */
  toJSON() {
    return this.#groups.map(({ name, declaration, names }) => ({
      name,
      declaration,
      parts: [...names],
    }));
  }

  #find(name: string) {
    return this.#groups.find((group) => group.name === name);
  }
}
