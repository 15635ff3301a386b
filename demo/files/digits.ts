// Numbers by their digits: which of them a double is, and which it only is close to.
import { Digits } from "./cells.js";

/** Digits of the longest whole number that is kept as one; the greatest double has 309. */
const longest = 400;

/**
 * A number as JSON writes it. Equal numbers become the same text, and different numbers stay different.
 * @returns a number where a double has these digits and no others
 */
export function exactNumber(text: string): number | bigint | Digits {
  const number = Number(text);
  const written = partsOf(text);
  if (written.digits === "") return 0;
  const read = Number.isFinite(number) ? partsOf(`${number}`) : undefined;
  if (read?.digits === written.digits && read.exponent === written.exponent) return number;
  const { isBelow, digits, exponent } = written;
  const sign = isBelow ? "-" : "";
  if (exponent >= 0 && digits.length + exponent <= longest) {
    return BigInt(`${sign}${digits}${"0".repeat(exponent)}`);
  }
  return new Digits(`${sign}${digits}e${exponent}`);
}

/** Its digits without zeros at either end, and the power of 10 that they are times. */
function partsOf(text: string) {
  const [, sign, whole, after = "", power = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(
    text,
  ) as RegExpExecArray;
  const all = `${whole}${after}`.replace(/^0+/, "");
  const digits = all.replace(/0+$/, "");
  const exponent = Number(power) - after.length + (all.length - digits.length);
  return { isBelow: sign === "-", digits, exponent };
}
