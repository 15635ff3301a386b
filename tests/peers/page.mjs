// docs/compared.md: the misses of logstar and its peers.
import { inMarkdown } from "../practice/table.mjs";
import { onRuns } from "./judge.mjs";
import { peers, versionOf } from "./peers.mjs";

/** The significant figures: three below 1,000, powers of ten from a million on. */
const figure = (value) =>
  value >= 1e6
    ? value.toExponential(0).replace("e+", "e")
    : value >= 100
      ? Math.round(value).toLocaleString("en")
      : String(Number(value.toPrecision(2)));

const inFigures = ({ half, most }) => `${figure(half)}/${figure(most)}`;

/** The best way of a peer, or the reason why it has no answer. */
function cell(task, ways) {
  const [best] = ways ?? [];
  if (best === undefined) return ways === undefined ? "not run" : "not reached";
  if (best.half === undefined) return best.failed ? "fails" : inShort(best.cannot);
  const runs = best.misses.size;
  const few = runs < task.runs.length ? [`${runs} ${runs === 1 ? "run" : "runs"}`] : [];
  const failing = best.failures > 0 ? [`fails ${best.failures} times`] : [];
  const notes = [...few, ...failing];
  return notes.length > 0 ? `${inFigures(best)} (${notes.join(", ")})` : inFigures(best);
}

const inShort = (cannot) =>
  cannot === "has no such function" ? "-" : /domain|bounds/.test(cannot) ? "needs bounds" : cannot;

/** The loss, with a minimum of one rank or count. */
function lossOf({ unit }, { half }) {
  if (unit === "percent") return half;
  if (unit === "named") return 1 / Math.max(1, half);
  return Math.max(1, unit === "true of 100" ? 100 - half : half);
}

/**
 * The peer with the largest advantage over logstar, or else the smallest disadvantage, on the runs that this
 * peer answered: at least five.
 */
function rival({ task, own: [own], others }) {
  const [first] = others
    .map(({ peer, ways: [way] }) => ({ peer, way }))
    .filter(({ way }) => way?.misses.size >= Math.min(5, task.runs.length))
    .map(({ peer, way }) => {
      const ours = own?.half === undefined ? undefined : onRuns(task, own, [...way.misses.keys()]);
      const ratio =
        ours === undefined ? 1 / lossOf(task, way) : lossOf(task, ours) / lossOf(task, way);
      return { peer, way, ours, ratio };
    })
    .sort((a, b) => b.ratio - a.ratio);
  return first;
}

/** @returns {"lead" | "behind" | "even"} */
function standing(row) {
  const found = rival(row);
  if (found === undefined) return "lead";
  if (found.ours === undefined) return "behind";
  const margin = row.task.unit === "percent" ? 2 : 1.25;
  return found.ratio > margin ? "behind" : found.ratio < 1 / margin ? "lead" : "even";
}

const boundsInWords = {
  "": "",
  none: ", no bounds",
  wide: ", wide bounds",
  perfect: ", perfect bounds",
};
const nameOf = ({ title, epsilon, bounds }) =>
  `${title}, epsilon ${epsilon}${boundsInWords[bounds]}`;

/** The figures of both on the same runs. */
function inWords(row) {
  const found = rival(row);
  if (found === undefined) return `${inFigures(row.own[0])}; no peer answers`;
  const { peer, way, ours } = found;
  const figures = ours === undefined ? "needs bounds" : inFigures(ours);
  const runs = way.misses.size < row.task.runs.length ? `, ${way.misses.size} runs` : "";
  return `${figures}; ${inFigures(way)} by ${peer.name} (${way.way}${runs})`;
}

const listed = (rows) => {
  const lines = rows.map((row) => `- ${nameOf(row.task)}: ${inWords(row)}`);
  return lines.length > 0 ? lines.join("\n") : "- nowhere";
};

const units = {
  ranks: "ranks",
  percent: "percent of the true value",
  count: "records or users",
  "true of 100": "of the true top 100, how many are named (more is better)",
  named: "how many words are named (more is better)",
};

/** @returns {string} the reasons for cells without figures */
function failures(rows) {
  const lines = rows.flatMap(({ task, others }) =>
    others.flatMap(({ peer, ways: [first] }) =>
      first?.failed
        ? [`- ${peer.name}, ${nameOf(task)}: \`${first.failed.replaceAll("`", "'")}\``]
        : [],
    ),
  );
  return lines.length > 0 ? lines.join("\n") : "- none did";
}

/**
 * The page.
 * @param {{ task: any, own: any[], others: { peer: typeof peers[number], ways: any[] }[] }[]} rows
 * @param {{ version: string, date: string, absent: { peer: typeof peers[number], reason: string }[] }} about
 */
export function comparedPage(rows, { version, date, absent }) {
  const known = rows.filter((row) => row.own[0]?.half !== undefined || rival(row) !== undefined);
  const by = (kind) => known.filter((row) => standing(row) === kind);
  const head = ["question", "epsilon", "bounds", "in", "logstar", ...peers.map(({ name }) => name)];
  const body = rows.map(({ task, own, others }) => [
    ...[task.title, task.epsilon, task.bounds, task.unit, `**${cell(task, own)}**`],
    ...peers.map(({ word }) => cell(task, others.find(({ peer }) => peer.word === word)?.ways)),
  ]);
  const ofPeers = peers.map((peer) => `- **${peer.name} ${versionOf(peer)}**: ${peer.how}.`);
  const missing = absent.map(({ peer, reason }) => `- ${peer.name} was not run: ${reason}`);
  return `# Beside other libraries

Written by \`npm run bench -- peers --page\` on ${date} with logstar ${version}.

Six libraries for Python answer the same questions of the same data at the same epsilon, and logstar answers them by its
defaults. If you want to choose a library, read the two lists. If you want to check them, read the table and run it.

**Data.** Whole numbers between 0 and 1,000,000,000 of seven shapes in turn: log-normal, even, clustered, tied,
heavy-tailed, multi-scale and zero-inflated. Each run has a data set of its own, at a random place and scale, by a fixed
seed. Words occur as often as 1/rank.

**Bounds.** \`none\`: the library knows nothing about the values. \`wide\`: 0 and 1,000,000,000. \`perfect\`: the
minimum and the maximum of the data, which are private; it shows the best case of libraries that need bounds.

**Figures.** Half of the runs miss by at most the first, and 95 in 100 by at most the second. For numbers of found
items, half of the runs find at least the first, and 95 in 100 at least the second. If a peer has several methods, the
table shows its best. A slow peer has fewer runs, as the table shows. Measured figures promise nothing for other data.

## Where logstar leads

Its first figure is better than the first figure of every peer that answered at least five runs (or all), on the same
runs. The margin is more than a quarter, or a factor of two for percentages, as these vary more. The list shows the
figures of logstar and of the nearest peer.

${listed(by("lead"))}

## Where a peer leads

A peer's first figure is better by this margin, or logstar needs bounds where a peer needs none:

${listed(by("behind"))}

## Where the first figure makes no difference

The first figure of the best peer is within this margin. Differences below one rank or one record do not count:

${listed(by("even"))}

## All figures

${inMarkdown(head, body)}

The units are ${Object.entries(units)
    .map(([word, meaning]) => (word === meaning ? word : `\`${word}\`: ${meaning}`))
    .join(". ")}. A dash: the library has no such function.

## The peers, and how they were asked

${[...ofPeers, ...missing].join("\n")}

Versions are pinned in \`tests/peers/requirements.txt\`; each peer is one file there. All except diffprivlib protect one
record or user more or fewer. The page compares errors alone: the libraries differ in their proofs and in how they
sample noise.

Failures, each by its first message:

${failures(rows)}

## To run it

\`npm run bench -- peers\` needs Python 3.10 or 3.11 with \`venv\`, Java for Tumult Analytics, and PyPI. It takes up to fifteen
minutes; \`-- --quick\` takes five with fewer runs, \`-- --only opendp\` runs one peer, and \`-- --page\` writes this page. A peer
has a limited time for each question, so slow ones have fewer runs.
`;
}
