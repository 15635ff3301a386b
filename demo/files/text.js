// A file as text, piece by piece, so that one of any size can be read, watched and cancelled.

/**
 * The letters are UTF-8, or UTF-16 if the file begins with its mark. In UTF-8 no byte of a line can make
 * a line end that follows it unreadable.
 * @param {Blob | string} source
 * @param {number} [size] of a piece, in bytes
 * @yields {{ text: string, share: number }} how much of the file has been read, from 0 to 1
 */
export async function* textOf(source, size = 2 ** 20) {
  if (typeof source === "string") {
    yield { text: source.replace(/^\ufeff/, ""), share: 1 };
    return;
  }
  const decoder = new TextDecoder(await encodingOf(source));
  for (let start = 0; start < source.size; start += size) {
    const end = Math.min(source.size, start + size);
    const bytes = await source.slice(start, end).arrayBuffer();
    const text = decoder.decode(bytes, { stream: end < source.size });
    yield { text, share: end / source.size };
  }
}

/** @param {Blob} source */
async function encodingOf(source) {
  const [first, second] = new Uint8Array(await source.slice(0, 2).arrayBuffer());
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}
