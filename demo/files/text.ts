// A file as text, piece by piece, so that a file of any size can be read, watched and cancelled.
import { type Flow, flowOf, type Source } from "./bytes.js";
import { Lines } from "./lines.js";

/** Undecodable bytes: they would merge many names into one. */
export class NotText extends Error {
  line: number;
  encoding: string;

  /**
   * @param line its number, from 1
   * @param later words for a line that may come after it
   */
  constructor(line: number, encoding: string, later?: string) {
    const place = later === undefined ? `line ${line}` : `line ${line} ${later}`;
    super(`${place} holds bytes that are not ${encoding.toUpperCase()}`);
    this.line = line;
    this.encoding = encoding;
  }
}

/** The letter that replaces undecodable bytes, if they are not an error. */
export const replaced = "\ufffd";

/** The bytes of a text: the rows of a small one are gone before the collector of garbage moves them. */
const textSize = 2 ** 16;

/**
 * The encoding is the named one, or UTF-16 if the file begins with its mark, or UTF-8. In UTF-8 no byte of a
 * line can make a line end that follows it unreadable.
 * @yields } the share of the file read so far, from 0 to 1
 * @throws {NotText}
 */
export async function* textOf(
  source: Source | Flow | string,
  {
    size = 2 ** 20,
    encoding,
    isStrict = true,
  }: {
    /** of what is read at once, in bytes */
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
  const flow = flowOf(source);
  const label = encoding ?? (await encodingOf(flow));
  const decoder = new TextDecoder(label, { fatal: isStrict });
  let count = 0;
  let share = 0;
  let lines = 1;
  const textIn = async (bytes: Uint8Array, stream: boolean) => {
    try {
      return decoder.decode(bytes, { stream });
    } catch {
      if (!flow.isRepeatable) throw new NotText(lines, decoder.encoding, "or a later one");
      throw new NotText(await badLine(flow, { count, size, label }), decoder.encoding);
    }
  };
  for await (const piece of flow.pieces(size)) {
    share = piece.share;
    for (let at = 0; at < piece.bytes.length; at += textSize) {
      const text = await textIn(piece.bytes.subarray(at, at + textSize), true);
      if (!flow.isRepeatable) lines += text.split("\n").length - 1;
      yield { text, share };
    }
    count += 1;
  }
  const rest = await textIn(new Uint8Array(), false);
  if (rest !== "") yield { text: rest, share };
}

/**
 * The number of the first line with undecodable bytes. It reads everything again, as earlier bytes decide the
 * meaning of later ones: the pieces before `count` are sound.
 */
async function badLine(
  flow: Flow,
  { count, size, label }: { count: number; size: number; label: string },
) {
  const decoder = new TextDecoder(label, { fatal: true });
  const lines = new Lines();
  let line = 1;
  const read = (bytes: Uint8Array, stream = true) => {
    line += lines.push(decoder.decode(bytes, { stream })).length;
  };
  let sound = count;
  try {
    for await (const { bytes } of flow.pieces(size)) {
      if (sound-- > 0) {
        read(bytes);
        continue;
      }
      for (let at = 0; at < bytes.length; ) {
        let next = at + 1;
        while (next < bytes.length && !endsLine(bytes, next)) next += 1;
        read(bytes.subarray(at, next));
        at = next;
      }
      break;
    }
    read(new Uint8Array(), false);
  } catch {
    // A carriage return waits for what follows it.
    line += lines.push(" ").length;
  }
  return line;
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

async function encodingOf(flow: Flow) {
  const [first, second] = await flow.first(2);
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}
