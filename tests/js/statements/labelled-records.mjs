// Labelled records, and the errors that a statement about a learned rule allows.
import { found, numberOf, numbersOf, range } from "./reading.mjs";

export const delta = 1e-6;

export const wrong = (predict, records) => records.filter(({ x, y }) => predict(x) !== y).length;

/** The sentences about fewer records than the first one requires, of each label or in all. */
const ofFewer =
  /^If (?:each label has|some box labels every point correctly and there are) at least ([\d,]+) [^:]*: .*?(With fewer[^:]*)$/;

/**
 * The number of errors that a sentence allows, and its share of all records.
 * @param fewest the number of records of the rarer label, if the sentence is about labels
 */
export function allowedErrors(sentence, n, fewest = n) {
  const [, least, fewer] = ofFewer.exec(sentence) ?? [];
  if (least !== undefined && fewest < numberOf(least)) {
    return allowedErrors(fewer.replace("at most", "mislabels at most"), n);
  }
  const [errors] = numbersOf(
    /mislabels at most ([\d,]+) (?:records|points|of the sampled rows|of these rows)/,
    sentence.replace(/^If .*?correctly(?: and [^:]*)?: |^If .*?mislabels at most [^:]*: /, ""),
  );
  const [share = 0] =
    found(/plus ([\d.]+)% of all (?:records|points|sampled rows)/, sentence) ?? [];
  return errors + (share / 100) * n;
}

export const labelled = {
  "one record": () => [{ x: 5, y: 1 }],
  "no label 1": () => range(40, (x) => ({ x, y: 0 })),
  "without error": () => range(300, (i) => ({ x: i * 2 ** 31, y: i < 150 ? 1 : 0 })),
  "two neighbouring values": () => range(120, (i) => ({ x: i % 2, y: 1 - (i % 2) })),
  "labels of coins": () => range(200, (i) => ({ x: i * 977, y: (i * 7919) % 13 < 6 ? 1 : 0 })),
  "the other way round": () => range(200, (i) => ({ x: i, y: i < 100 ? 0 : 1 })),
  "heavy ties": () => range(200, (i) => ({ x: i % 3, y: i % 7 < 3 ? 1 : 0 })),
  "three errors": () => range(200, (i) => ({ x: i, y: i < 100 || i > 196 ? 1 : 0 })),
};
