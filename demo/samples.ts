// The bundled data: real, public, with facts that a visitor could know without looking.

/** A bundled table, and the first question of each tab. */
export interface Sample {
  key: string;
  file: string;
  name: string;
  about: string;
  /** what its rows are called, and one of them */
  ones: string;
  one: string;
  source: string;
  quantiles: { column: string };
  groups: { by: string };
  thresholds: { x: string; label: string; value: string; ones: string; advice?: string };
  topK: { column: string };
  stream: { column: string; limit: number; threshold: number; period?: [string, string] };
  ranges: Record<string, Range>;
  /** where bars of a distribution meet: round numbers, as public as the ranges */
  edges: Record<string, number[]>;
}

/** The lowest value, the highest and the number of decimals. */
export type Range = [number, number, number];

/** Ranges are public knowledge of the matter, [low, high, decimals], not read off the data. */
export const samples: Sample[] = [
  {
    key: "flights",
    file: "./flights.csv",
    name: "Flights",
    about: "10,000 in the United States, early 2001",
    ones: "flights",
    one: "flight",
    source:
      "Flights: U.S. Bureau of Transportation Statistics, by way of npm's vega-datasets (BSD-3-Clause).",
    quantiles: { column: "distance" },
    groups: { by: "origin" },
    thresholds: {
      x: "distance",
      label: "origin",
      value: "HNL",
      ones: "above",
      advice: "A threshold predicts no label of flights well.",
    },
    topK: { column: "destination" },
    stream: { column: "delay", limit: 15, threshold: 170, period: ["2001-01-01", "2001-03-31"] },
    ranges: { delay: [-120, 1440, 0], distance: [0, 10000, 0] },
    edges: { delay: [-30, 0, 15, 30, 60, 120], distance: [250, 500, 750, 1000, 1500, 2000] },
  },
  {
    key: "penguins",
    file: "./penguins.csv",
    name: "Penguins",
    about: "344 of three species at Palmer Station",
    ones: "penguins",
    one: "penguin",
    source:
      "Penguins: K. B. Gorman, Palmer Station Antarctica LTER, by way of npm's vega-datasets (BSD-3-Clause).",
    quantiles: { column: "Body Mass (g)" },
    groups: { by: "Species" },
    thresholds: { x: "Flipper Length (mm)", label: "Species", value: "Gentoo", ones: "above" },
    topK: { column: "Species" },
    stream: { column: "Body Mass (g)", limit: 4500, threshold: 5 },
    ranges: {
      "Body Mass (g)": [1000, 10000, 0],
      "Flipper Length (mm)": [100, 300, 0],
      "Beak Length (mm)": [10, 100, 1],
      "Beak Depth (mm)": [5, 50, 1],
    },
    edges: {
      "Body Mass (g)": [3000, 3500, 4000, 4500, 5000, 5500],
      "Flipper Length (mm)": [180, 190, 200, 210, 220],
      "Beak Length (mm)": [35, 40, 45, 50, 55],
      "Beak Depth (mm)": [14, 16, 18, 20],
    },
  },
];
