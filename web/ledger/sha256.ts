import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** The SHA-256 of text in UTF-8, in hex. At once, as saving and resuming are: the Web's own takes its time. */
export const sha256Of = (text: string): string => sha256OfPieces([text]);

/** The same of text in pieces, none of which ends within a character. */
export function sha256OfPieces(pieces: Iterable<string>): string {
  // Node's own answers at once too, in a tenth of the time.
  const own = globalThis.process?.getBuiltinModule?.("node:crypto")?.createHash("sha256");
  if (own !== undefined) {
    for (const piece of pieces) own.update(piece, "utf8");
    return own.digest("hex");
  }
  const hash = sha256.create();
  for (const piece of pieces) hash.update(utf8ToBytes(piece));
  return bytesToHex(hash.digest());
}
