// Data that draws.txt is about, as tests/support/draws.hpp has it.
import { integers } from "../../dist/index.js";

export const domain = integers(0, 999_999);
export const flag = (word) => word === "yes";
export const range = (n, of = (i) => i) => Array.from({ length: n }, (_, i) => of(i));

/** n whole numbers from 0 to 999,999, spread out. */
export const wholeColumn = (n) =>
  range(n, (i) => Number(((BigInt(i) * 2654435761n) % 4294967296n) % 1_000_000n));

/** n items of floor(60 / (item + 1)) records. */
export const decreasing = (n) => range(n, (item) => ({ item, count: Math.floor(60 / (item + 1)) }));
