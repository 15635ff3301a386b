// Real data for the examples: 10,000 domestic flights of 2001 from the Bureau of Transportation
// Statistics of the United States, as npm's vega-datasets carries them.
import { readFile } from "node:fs/promises";

const file = new URL("../../node_modules/vega-datasets/data/flights-10k.json", import.meta.url);

/** [{ date, delay (minutes), distance (miles), origin, destination }] */
export const flights = JSON.parse(await readFile(file, "utf8"));
