import { call } from "../core/load.js";

/** The SHA-256 of text in UTF-8, in hex. At once, as saving and resuming are: the platform's own takes its time. */
export const sha256Of = (text: string): string => sha256OfPieces([text]);

/** The same of text in pieces. */
export function sha256OfPieces(pieces: string[]): string {
  const encoder = new TextEncoder();
  const encoded = pieces.map((piece) => encoder.encode(piece));
  const bytes = new Uint8Array(encoded.reduce((sum, { length }) => sum + length, 0));
  let first = 0;
  for (const one of encoded) {
    bytes.set(one, first);
    first += one.length;
  }
  const hash = call<Uint8Array>("sha256", bytes);
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
