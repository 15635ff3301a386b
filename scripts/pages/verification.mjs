// docs/verification.md, made of the claims that tests/exact and tests/laws wrote down.

import { auditedBounds, auditedMistakes } from "../../tests/audit/run.mjs";
import { mistakes, modes, testsByFile } from "../../tests/exact/listed.mjs";
import { cell, count, notEnumerated, readFindings, readLaws, rounded, sum } from "./claims.mjs";
import { lawsSection } from "./laws.mjs";

/** The page of the latest enumeration. */
export function verificationPage({ claims } = readFindings(), laws = readLaws()) {
  if (claims.length === 0) return `# What the verifier checked\n\n${notEnumerated}\n`;
  const byTest = grouped(claims, ({ test }) => test);
  return [
    introduction(claims),
    summary(byTest),
    rejectedMistakes(byTest),
    lawsSection(laws),
    "## Every test\n",
    ...testsByFile().flatMap(([file, tests]) => {
      const rows = tests.filter((test) => byTest.has(test));
      if (rows.length === 0) return [];
      return [
        `### ${file}\n`,
        "| what was checked | claims | pairs | most used of delta | most used of epsilon |",
        "|---|---|---:|---:|---:|",
        ...rows.map((test) => testRow(test, byTest.get(test))),
        "",
      ];
    }),
  ].join("\n");
}

function introduction(all) {
  const kept = all.filter(({ holds }) => holds);
  return `# What the verifier checked

The tests in \`tests/exact/\` enumerate a mechanism's whole output distribution on every database in their scope and
compare all pairs of neighbours among them, in both directions: ${count(sum(kept))} pairs for ${count(kept.length)} claims that hold, and
${count(sum(all) - sum(kept))} pairs for ${count(all.length - kept.length)} claims of broken variants, all of which were rejected. Infinite tails of noise are cut: a claim
holds only if the divergence with all that was cut added to it is at most the claimed delta + 10⁻⁹, and is rejected only
if it is more with all that was cut taken off. That the verifier would notice an error is itself measured:
[mutations](mutations.md).
`;
}

function summary(byTest) {
  const lines = [
    `## Every mechanism and mode

*Worst delta / claimed*: the largest divergence at the claimed epsilon beside the claimed delta, of the claim that
uses most of it. *Of epsilon*: the largest log-ratio of probabilities as a share of the claimed epsilon; of
mechanisms with a delta it may exceed 1. A share far below 1 means that the claim is loose or that the scope does not
reach the worst case. *Audit*: a lower bound on epsilon at the claimed delta from sampled runs at realistic sizes, with
confidence 1 - 10⁻⁶, beside the claimed epsilon (how: tests/audit in the repository). *Enumerated*: the databases of the pairs.
`,
    "| mechanism | mode | neighbours | worst delta / claimed | of epsilon | audit | pairs | enumerated |",
    "|---|---|---|---:|---:|---:|---:|---|",
  ];
  const audited = auditedBounds();
  for (const { exports, mode, only, tests } of modes) {
    const kept = tests
      .flatMap((test) => byTest.get(test) ?? [])
      .filter((claim) => claim.holds && (!only || !claim.mode || claim.mode === only));
    for (const [neighbors, claims] of grouped(kept, (claim) => claim.neighbors)) {
      const cells = [
        exports.map((name) => `\`${name}\``).join(", "),
        mode,
        neighbors,
        worstOf(claims),
        share(claims, epsilonShare),
        audited(exports, mode, neighbors),
        count(sum(claims)),
        [...new Set(claims.map(({ scope }) => scope))].join("; "),
      ];
      lines.push(`| ${cells.join(" | ")} |`);
    }
  }
  return `${lines.join("\n")}\n`;
}

/** The claim that uses most of its delta. */
function worstOf(claims) {
  const approximate = claims.filter(({ delta }) => delta > 0);
  if (approximate.length === 0) return "0 / 0";
  const of = ({ worst, delta }) => worst / delta;
  const worst = approximate.reduce((most, claim) => (of(claim) > of(most) ? claim : most));
  return `${rounded(worst.worst)} / ${rounded(worst.delta)}`;
}

function rejectedMistakes(byTest) {
  const lines = [
    `## Published mistakes, rejected

Each is rejected by the verifier, and by the auditor: *audit* is its lower bound on epsilon, of every case with the
mistake, beside the claimed epsilon.
`,
    "| mistake | test | claims rejected | divergence at epsilon / claimed delta | audit |",
    "|---|---|---:|---:|---:|",
  ];
  const audited = auditedMistakes();
  for (const { mistake, tests } of mistakes) {
    const bounds = (audited.get(mistake) ?? []).map(
      ({ found, claimed }) => `${found.toFixed(2)} / ${claimed}`,
    );
    for (const test of tests) {
      const broken = (byTest.get(test) ?? []).filter(({ holds }) => !holds);
      const found = broken.map(({ worst, delta, ratio, epsilon }) =>
        delta === 0 && worst < 1e-9
          ? `log-ratio ${rounded(ratio)} / ${rounded(epsilon)}`
          : `${rounded(worst)} / ${rounded(delta)}`,
      );
      const some = found.length > 3 ? [...found.slice(0, 3), "..."] : found;
      const cells = [mistake, cell(test), broken.length, some.join(", "), bounds.join(", ")];
      lines.push(`| ${cells.join(" | ")} |`);
    }
  }
  return `${lines.join("\n")}\n`;
}

function testRow(test, claims) {
  const kept = claims.filter(({ holds }) => holds);
  const rejected = claims.length - kept.length;
  const verdict = [
    kept.length > 0 ? `${kept.length} hold` : "",
    rejected > 0 ? `${rejected} rejected` : "",
  ].filter(Boolean);
  const cells = [
    cell(test),
    verdict.join(", "),
    count(sum(claims)),
    share(kept, ({ delta, worst }) => (delta > 0 ? worst / delta : undefined)),
    share(kept, epsilonShare),
  ];
  return `| ${cells.join(" | ")} |`;
}

function grouped(claims, key) {
  const groups = new Map();
  for (const claim of claims) {
    groups.set(key(claim), [...(groups.get(key(claim)) ?? []), claim]);
  }
  return groups;
}

function share(claims, of) {
  const shares = claims.map(of).filter((value) => value !== undefined);
  return shares.length === 0 ? "" : `${rounded(Math.max(...shares))}`;
}

const epsilonShare = ({ epsilon, ratio }) => (epsilon > 0 ? ratio / epsilon : undefined);
