// The part of docs/verification.md about laws enumerated through JavaScript, made of what tests/laws left.
import { drawNothing, workerDrawsNothing } from "../../tests/laws/draw-nothing.mjs";
import { count, notEnumerated, rounded, sum } from "./claims.mjs";

/** @param {import("./claims.mjs").LawClaim[]} claims */
export function lawsSection(claims) {
  if (claims.length === 0) return `## Through JavaScript\n\n${notEnumerated}\n`;
  return [
    `## Through JavaScript

The same by what people call: a build of the module that walks through all outcomes of its randomness
gives the exact law of everything a public function returns, record included, for neighbouring inputs of awkward
data (missing values of every kind, -0, infinities, values outside the domain, text that is none, mixed kinds, typed
arrays, Arrow vectors, iterables; tests/laws in the repository): ${count(sum(claims))} pairs through the main entry. Up to
23 pairs of each case go through the worker entry too, by messages to a thread (\`npm run test:all\`). Mechanisms that go on answering are asked in every way
that depends on the answers so far; sequences of calls against a ledger keep what it says was spent, refusals
and what it shows included. Quantiles part ties by a random bit or none there, instead of 16. Data are small: at most
some records of a few values.

*Worst delta / claimed* and *of epsilon* are as above. What another way of calling shares with one of these is not
named twice. Enumerated below JavaScript only: monitors by "laplace" and "paper", and of hitters by "charging";
\`sanitizeThresholds\` by "paper"; \`learnThreshold\` by "sanitizer"; \`learnRectangle\` by "slices"; whatever takes large
data ("tree-log", "heavy-paths", "tree-log-slices"). Ties of 16 bits are sampled only, by the auditor.
`,
    ...table("### Main entry", claims, drawNothing),
    "### Worker entry\n",
    "Every export above that the worker offers, by the same cases; of its own it has:\n",
    ...withoutLaw(workerDrawsNothing),
  ].join("\n");
}

/** A row for each export and kind of neighbours, and for each export without a law. */
function table(title, claims, reasons) {
  const names = [...new Set(claims.flatMap(({ exports }) => exports))].sort();
  const lines = names.flatMap((name) => {
    const own = claims.filter(({ exports }) => exports.includes(name));
    return ["add-remove", "replace"].flatMap((neighbors) => {
      const some = own.filter((claim) => claim.neighbors === neighbors);
      return some.length === 0 ? [] : [row(name, neighbors, some)];
    });
  });
  return [
    `${title}\n`,
    "| export | neighbours | cases | worst delta / claimed | of epsilon | pairs | outcomes |",
    "|---|---|---|---:|---:|---:|---:|",
    ...lines,
    "",
    ...withoutLaw(reasons),
  ];
}

function withoutLaw(reasons) {
  const lines = Object.entries(reasons).map(([name, why]) => `| \`${name}\` | ${why} |`);
  return ["| no law | why |", "|---|---|", ...lines, ""];
}

function row(name, neighbors, claims) {
  const modes = claims.map(({ exports: [first], mode }) =>
    [first === name ? "" : `\`${first}\``, mode].filter(Boolean).join(", "),
  );
  const used = ({ worst, delta }) => (delta > 0 ? worst / delta : 0);
  const most = claims.reduce((a, b) => (used(b) > used(a) ? b : a));
  const cells = [
    `\`${name}\``,
    neighbors,
    [...new Set(modes.filter(Boolean))].join("; "),
    `${rounded(most.worst)} / ${rounded(most.delta)}`,
    rounded(Math.max(...claims.map(({ share }) => share))),
    count(sum(claims)),
    count(sum(claims, "outcomes")),
  ];
  return `| ${cells.join(" | ")} |`;
}
