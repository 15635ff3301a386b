// The peers: their names, their descriptions, and their packages.
import { readFileSync } from "node:fs";

/** Each peer has `<word>_peer.py` here and a part of requirements.txt; `slowness` multiplies its time limit. */
export const peers = [
  {
    ...{ word: "opendp", name: "OpenDP", package: "opendp" },
    how: "quantiles by 1,000 candidates or by a tree of counts over 1,000 bins, both evenly spaced and by magnitude; words by a noisy count above a threshold",
  },
  {
    ...{ word: "diffprivlib", name: "diffprivlib", package: "diffprivlib" },
    how: "its `tools`; the number of records is public there, which the others protect",
  },
  {
    ...{ word: "pydp", name: "PyDP", package: "python-dp" },
    how: "its algorithms, which find bounds of sums and means; `Median`, `Percentile` and `QuantileTree`; words by each of its three partition selections with half of epsilon, then counts with the other half",
  },
  {
    ...{ word: "pipelinedp", name: "PipelineDP", package: "pipeline-dp" },
    how: "`DPEngine` on its local backend; words by three partition selections, two of which count and select at once",
  },
  {
    ...{ word: "smartnoise", name: "SmartNoise SQL", package: "smartnoise-sql" },
    how: "SQL over pandas, bounds as metadata; an average is charged as two statistics",
  },
  {
    ...{ word: "tumult", name: "Tumult Analytics", package: "tmlt.analytics", slowness: 3 },
    how: "a `Session` on a local Spark; without bounds a quarter of epsilon goes to `get_bounds`; words by `get_groups` with half of epsilon, then counts with the other half",
  },
];

/** The lines of requirements.txt below `# word`. @param {string} word @returns {string[]} */
export function requirementsOf(word) {
  const lines = readFileSync(new URL("requirements.txt", import.meta.url), "utf8").split("\n");
  const from = lines.indexOf(`# ${word}`) + 1;
  const to = lines.findIndex((line, i) => i >= from && line.startsWith("#"));
  return lines.slice(from, to < 0 ? undefined : to).filter((line) => line !== "");
}

/** The version of a peer that requirements.txt pins. */
export function versionOf({ word, package: name }) {
  const line = requirementsOf(word).find((one) => one.startsWith(`${name}==`));
  if (line === undefined) throw new Error(`requirements.txt has no version of ${name}`);
  return line.slice(name.length + 2);
}
