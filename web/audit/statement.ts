import type { AuditReport } from "../audit.js";

/** A report in a few sentences, open questions included. */
export function statementOf({
  epsilon,
  claim,
  refuted,
  event,
  counts,
  thrown,
  alpha,
}: Omit<AuditReport, "statement">) {
  const bound = rounded(epsilon);
  const claimed = `epsilon ${claim.epsilon} and delta ${claim.delta}`;
  const seen = `"${event}" in ${counts.first} of ${counts.of} runs on the first input and in ${counts.second} of ${counts.of} on the second`;
  const errors = thrown.first + thrown.second;
  const failed =
    errors > 0 ? ` Among all runs, ${thrown.first} and ${thrown.second} ended with an error.` : "";
  const sure = `That this bound is false has a probability of at most ${alpha}, for these two inputs.`;
  if (refuted) {
    return `Refuted: ${claimed} are claimed, but at this delta epsilon is at least ${bound}. The event was ${seen}. ${sure}${failed}`;
  }
  const found =
    epsilon > 0
      ? `At this delta epsilon is at least ${bound}: the event was ${seen}. ${sure}`
      : `No event separates the two inputs beyond chance; the best event was ${seen}.`;
  return `Not refuted, which proves nothing: other inputs, other events or more runs may show more. ${claimed[0]!.toUpperCase()}${claimed.slice(1)} are claimed. ${found}${failed}`;
}

/** Three digits, rounded down, because the sentence says "at least". */
function rounded(epsilon: number) {
  if (epsilon === 0) return "0";
  const step = 10 ** (Math.floor(Math.log10(epsilon)) - 2);
  return `${Number((Math.floor(epsilon / step) * step).toPrecision(3))}`;
}
