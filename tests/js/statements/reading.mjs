// The parser of statements: numbers, confidences and conditions come from the sentence, truth from the data.

export const numberOf = (text) => Number(text.replaceAll(",", ""));

/** The failure probability of the claim, from the first confidence in a sentence. */
export function chanceOf(sentence) {
  const found = /with ([\d.]+)% confidence/i.exec(sentence);
  if (found === null) throw new Error(`no confidence is stated: ${sentence}`);
  return 1 - Number(found[1]) / 100;
}

/** The numbers that a pattern finds in a sentence, which has to match. */
export function numbersOf(pattern, sentence) {
  const found = pattern.exec(sentence);
  if (found === null) throw new Error(`${pattern} is not in: ${sentence}`);
  return found.slice(1).map((text) => (text === undefined ? undefined : numberOf(text)));
}

export const found = (pattern, sentence) =>
  pattern.test(sentence) ? numbersOf(pattern, sentence) : undefined;

/** One claim: its text, its failure probability, and whether it failed. */
export const claimed = (claim, chance, missed) => ({ claim, chance, missed });

/** Compares sums of shares: the rounding of doubles is far below a share. */
export const slack = 1e-7;

export const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);
export const range = (n, of = (i) => i) => Array.from({ length: n }, (_, i) => of(i));

/** Separate, reproducible draws for choices made beforehand. */
export function choosing(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
