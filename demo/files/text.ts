// A file as text, piece by piece, so that a file of any size can be read, watched and cancelled.
import type { Source } from "./formats.js";
import { Lines } from "./lines.js";

/** Undecodable bytes: they would merge many names into one. */
export class NotText extends Error {
  line: number;
  encoding: string;

  /** @param line its number, from 1 */
  constructor(line: number, encoding: string) {
    super(`line ${line} holds bytes that are not ${encoding.toUpperCase()}`);
    this.line = line;
    this.encoding = encoding;
  }
}

/** The letter that replaces undecodable bytes, if they are not an error. */
export const replaced = "\ufffd";

/**
 * The encoding is the named one, or UTF-16 if the file begins with its mark, or UTF-8. In UTF-8 no byte of a
 * line can make a line end that follows it unreadable.
 * @yields } the share of the file read so far, from 0 to 1
 * @throws {NotText}
 */
export async function* textOf(
  source: Source | string,
  {
    size = 2 ** 20,
    encoding,
    isStrict = true,
  }: {
    /** of a piece, in bytes */
    size?: number;
    /** a label of the Encoding Standard */
    encoding?: string;
    /** undecodable bytes are an error (default), and otherwise become `replaced` */
    isStrict?: boolean;
  } = {},
) {
  if (typeof source === "string") {
    yield { text: source.replace(/^\ufeff/, ""), share: 1 };
    return;
  }
  const label = encoding ?? (await encodingOf(source));
  const decoder = new TextDecoder(label, { fatal: isStrict });
  for (let start = 0; start < source.size; start += size) {
    const end = Math.min(source.size, start + size);
    const bytes = await source.slice(start, end).arrayBuffer();
    let text: string;
    try {
      text = decoder.decode(bytes, { stream: end < source.size });
    } catch {
      throw new NotText(await badLine(source, { start, end, size, label }), decoder.encoding);
    }
    yield { text, share: end / source.size };
  }
}

/**
 * The number of the first line with undecodable bytes, within a known piece. It reads everything before again,
 * as earlier bytes decide the meaning of later ones.
 */
async function badLine(
  source: Source,
  { start, end, size, label }: { start: number; end: number; size: number; label: string },
) {
  const decoder = new TextDecoder(label, { fatal: true });
  const lines = new Lines();
  let count = 1;
  const read = (bytes: Uint8Array, stream = true) => {
    count += lines.push(decoder.decode(bytes, { stream })).length;
  };
  const bytesOf = async (from: number, to: number) =>
    new Uint8Array(await source.slice(from, to).arrayBuffer());
  for (let at = 0; at < start; at += size) read(await bytesOf(at, at + size));
  const piece = await bytesOf(start, end);
  try {
    for (let at = 0; at < piece.length; ) {
      let next = at + 1;
      while (next < piece.length && !endsLine(piece, next)) next += 1;
      read(piece.subarray(at, next));
      at = next;
    }
    read(new Uint8Array(), false);
  } catch {
    // A carriage return waits for what follows it.
    count += lines.push(" ").length;
  }
  return count;
}

/** Whether a line may end before a place. */
const endsLine = (bytes: Uint8Array, at: number) =>
  bytes[at - 1] === 10 || (bytes[at - 1] === 13 && bytes[at] !== 10 && bytes[at] !== 0);

/** Whether there is such an encoding. */
export function isEncoding(label: string) {
  try {
    new TextDecoder(label, { fatal: true });
    return true;
  } catch {
    return false;
  }
}

async function encodingOf(source: Source) {
  const [first, second] = new Uint8Array(await source.slice(0, 2).arrayBuffer());
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}
