// `npm test` loads this before each node test file. It makes the platform's random bits repeatable, seeded by
// the name of the file. A test that asserts draws then passes always or never, and a failure is reproducible.
// `LOGSTAR_RANDOM=1 npm test -- js` draws fresh bits. Programs that tests start draw fresh bits in any case.
import { createCipheriv, createHash } from "node:crypto";
import { basename } from "node:path";
import { threadId } from "node:worker_threads";

if (process.env.LOGSTAR_RANDOM === undefined) {
  const name = `${basename(process.argv[1] ?? "")} ${threadId}`;
  const key = createHash("sha256").update(name).digest().subarray(0, 16);
  const stream = createCipheriv("aes-128-ctr", key, Buffer.alloc(16));
  globalThis.crypto.getRandomValues = (view) => {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    bytes.set(stream.update(Buffer.alloc(bytes.length)));
    return view;
  };
}
