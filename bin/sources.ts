// Where a command reads: a file of a disk, or a stream that comes once.
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import { type Flow, onceOf, type Source } from "../demo/files/bytes.js";
import { Failure } from "./failures.js";

/** A file of a disk, with the interface of a file in a page. */
class FileSource {
  size: number;

  #handle;

  constructor(handle: FileHandle, size: number) {
    this.size = size;
    this.#handle = handle;
  }

  slice(start: number, end: number) {
    const arrayBuffer = async () => {
      const bytes = new Uint8Array(Math.max(0, Math.min(end, this.size) - start));
      for (let at = 0; at < bytes.length; ) {
        const { bytesRead } = await this.#handle.read(bytes, at, bytes.length - at, start + at);
        if (bytesRead === 0) throw new Failure("the file became shorter while it was read");
        at += bytesRead;
      }
      return bytes.buffer;
    };
    return { arrayBuffer };
  }
}

/** An opened file. */
export interface Opened {
  source: Source | Flow;
  /** decides the format if the first bytes do not; a stream has none */
  name?: string;
  close: () => Promise<void>;
}

/** The name of a file in messages. */
export const shownName = (path: string) => (path === "-" ? "standard input" : path);

/** @param path of a file or a pipe; `-` is the standard input */
export async function openedAt(path: string): Promise<Opened> {
  if (path === "-") return streamed(process.stdin);
  const handle = await open(path).catch((error) => {
    throw new Failure(`${path} cannot be read: ${reasonOf(error)}`);
  });
  const about = await handle.stat();
  if (about.isFile() || about.isDirectory()) {
    return {
      source: new FileSource(handle, about.size),
      name: basename(path),
      close: () => handle.close(),
    };
  }
  await handle.close();
  return streamed(createReadStream(path));
}

const streamed = (stream: AsyncIterable<Uint8Array> & { destroy(): void }): Opened => ({
  source: onceOf(stream),
  close: async () => stream.destroy(),
});

/** A thrown value may be anything: usually an error, with a code if it comes from a system call. */
type Thrown = NodeJS.ErrnoException | undefined;

/** The reason, without the words of system calls. */
export function reasonOf(error: unknown) {
  const reasons: Record<string, string> = {
    ENOENT: "the file does not exist",
    EACCES: "permission denied",
    EISDIR: "it is a folder",
    ENOSPC: "the disk is full",
    EFBIG: "it would exceed the maximum size",
    EROFS: "the disk is read-only",
  };
  return reasons[(error as Thrown)?.code as string] ?? (error as Thrown)?.message ?? `${error}`;
}
