// 4,000 users of three rows each, for tests of their medians and quantiles.
import { integers } from "../../dist/index.js";

export const domain = integers(0, 99);
export const of = (n, make) => Array.from({ length: n }, (_, i) => make(i));
/** 4,000 users of three rows each; a draw misses their rank by 100 with probability below 1e-40. */
export const rows = (value) => ({ values: of(12000, value), users: of(12000, (i) => i % 4000) });
export const options = { epsilon: 1, domain };
