import type { OptionsBy } from "../core/fields.js";
import type { TablePlace } from "../tables/types.js";
import type { OptionsAt } from "../worker/crossing.js";
import type { ListedTopKOptions } from "./listed.js";
import type { TopKOptions } from "./options.js";

/** The options of `topK`, here and in a worker: `domain` decides which they are. */
export type TopKCall<At extends TablePlace, Items> = OptionsBy<
  "domain",
  Items,
  OptionsAt<At, TopKOptions>,
  OptionsAt<At, ListedTopKOptions>
>;
