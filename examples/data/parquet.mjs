// Real data for examples with an engine: 3,000,000 flights within the United States in 2001 from the
// Bureau of Transportation Statistics, as npm's vega-datasets carries them.
import { fileURLToPath } from "node:url";

const file = "../../node_modules/vega-datasets/data/flights-3m.parquet";

/** The path of a Parquet file with the columns date, delay, distance, origin, destination. */
export const flightsFile = fileURLToPath(new URL(file, import.meta.url));
