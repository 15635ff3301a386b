import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** The SHA-256 of text in UTF-8, in hex. At once, as saving and resuming are: the platform's own takes its time. */
export const sha256Of = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));
