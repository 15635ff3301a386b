import type { OptionsBy } from "../core/fields.js";
import type { ReleaseRecord } from "../ledger/record.js";
import type { TablePlace } from "../tables/types.js";
import type { OptionsAt } from "../worker/crossing.js";
import type { SelectOptions } from "./select-best.js";
import type { SelectSeveralOptions } from "./select-several.js";

/** The options of `selectBest`, here and in a worker: `k` decides which they are. */
export type SelectCall<At extends TablePlace, K> = OptionsBy<
  "k",
  K,
  OptionsAt<At, SelectOptions>,
  OptionsAt<At, SelectSeveralOptions>
>;

/** The answer of `selectBest`: the best candidate, or with `k` the k best. */
export type Selected<T, K> = [K] extends [never]
  ? { value: T | null; reason?: string; record: ReleaseRecord }
  : { value: T[]; record: ReleaseRecord };
