// Real data for an example: 344 penguins of the Palmer Archipelago (Horst, Hill, Gorman 2020), as
// npm's vega-datasets carries them.
import { readFile } from "node:fs/promises";

const file = new URL("../../node_modules/vega-datasets/data/penguins.json", import.meta.url);

/** [{ species, flipper (mm) }], penguins with a measured flipper only */
export const penguins = JSON.parse(await readFile(file, "utf8"))
  .map((penguin) => ({ species: penguin.Species, flipper: penguin["Flipper Length (mm)"] }))
  .filter((penguin) => penguin.flipper !== null);
