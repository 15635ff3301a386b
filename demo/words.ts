// Numbers and sentences as a person writes them.

/** A number to the precision that means something on a page: of more than 15 digits its order of magnitude. */
export function readable(number: number, digits = 6) {
  const value = Number(number);
  if (Number.isFinite(value) && Math.abs(value) >= 1e15) {
    return Number(value.toPrecision(digits)).toExponential().replace("e+", "e");
  }
  return value.toLocaleString("en", { maximumSignificantDigits: digits });
}

/** A small positive number such as a delta: 1e-6 rather than 0.000001. */
export function tiny(number: number) {
  if (number === 0) return "0";
  return number < 1e-3
    ? Number(number.toPrecision(2)).toExponential().replace("e+", "e")
    : `${Number(number.toPrecision(3))}`;
}

/** A whole number of records. */
export function whole(number: number) {
  return Math.round(number).toLocaleString("en");
}

/** A probability as a percentage: 0% or 100% only if exact. */
export function share(probability: number) {
  if (probability === 0 || probability === 1) return `${100 * probability}%`;
  if (probability < 0.001) return "under 0.1%";
  if (probability > 0.999) return "over 99.9%";
  return `${Number((100 * probability).toPrecision(probability > 0.1 && probability < 0.9 ? 2 : 3))}%`;
}

/** A ratio as a percentage, also above 100%. */
export const percent = (ratio: number) => `${readable(100 * ratio, 3)}%`;

export function shorten(text: string, length = 18) {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/** The factor by which an epsilon lets probabilities differ. */
export function factorOf(epsilon: number) {
  const factor = Math.exp(epsilon);
  return factor < 1e4 ? roundedUp(factor) : "more than 10,000";
}

/** The accuracy of an answer, and its usual error. */
export const howFarOff = ({ statement, usually }: { statement: string; usually?: string }) =>
  [statement, usually].join(" ").trimEnd();

/** A sum of losses without the last digits of its floating-point arithmetic. */
export const roundSum = (sum: number) => Number(sum.toPrecision(12));

/** "1 answer", "2 answers". */
export const counted = (count: number, noun: string) =>
  `${whole(count)} ${noun}${count === 1 ? "" : "s"}`;

/** In three digits, never less than it is. */
function roundedUp(factor: number) {
  const step = 10 ** (Math.floor(Math.log10(factor)) - 2);
  return readable(Math.ceil(factor / step) * step, 3);
}
