// Bytes in order: of a file, of a packed file, or of a stream that comes once.

/** Bytes to read in pieces: a Blob or File, or a file of a disk with the same interface. */
export type Source = {
  size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
};

/** A piece, and the share of the file read so far, from 0 to 1. */
export type Piece = { bytes: Uint8Array<ArrayBuffer>; share: number };

export interface Flow {
  /** the first bytes, fewer where the file is shorter */
  first(count: number): Promise<Uint8Array>;
  /** all bytes from the first on */
  pieces(size: number): AsyncIterable<Piece>;
  /** whether `pieces` may be called again */
  isRepeatable: boolean;
}

/** A file as a flow. */
export function flowOf(source: Source | Flow): Flow {
  if ("pieces" in source) return source;
  const between = async (start: number, end: number) =>
    new Uint8Array(await source.slice(start, Math.min(end, source.size)).arrayBuffer());
  return {
    isRepeatable: true,
    first: (count) => between(0, count),
    async *pieces(size) {
      for (let start = 0; start < source.size; start += size) {
        const bytes = await between(start, start + size);
        yield { bytes, share: Math.min(1, (start + size) / source.size) };
      }
    },
  };
}

/** A packed file that is damaged. */
export class Damaged extends Error {}

/** The bytes that gzip has packed. */
export function unpacked(packed: Flow): Flow {
  const pieces = (size: number) => grouped(unpackedPieces(packed), size);
  if (!packed.isRepeatable) return onceOf(bytesOf(pieces(2 ** 20)));
  return { isRepeatable: true, first: (count) => firstOf(pieces, count), pieces };
}

async function* bytesOf(pieces: AsyncIterable<Piece>) {
  for await (const { bytes } of pieces) yield bytes;
}

/** Whether a flow begins like a file packed by gzip. */
export async function isPacked(flow: Flow) {
  const [one, two] = await flow.first(2);
  return one === 0x1f && two === 0x8b;
}

/** The size of the pieces that are unpacked at once, in bytes. */
const packedSize = 2 ** 18;

async function* unpackedPieces(packed: Flow): AsyncGenerator<Piece> {
  let share = 0;
  const from = packed.pieces(packedSize)[Symbol.asyncIterator]();
  const input = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await from.next();
      if (done) return controller.close();
      share = value.share;
      controller.enqueue(value.bytes);
    },
    async cancel() {
      await from.return?.();
    },
  });
  const reader = input.pipeThrough(new DecompressionStream("gzip")).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new Damaged("its packing ends too early or does not fit its contents");
      });
      if (done) return;
      yield { bytes: value as Uint8Array<ArrayBuffer>, share };
    }
  } finally {
    await reader.cancel().catch(() => {}); // it has failed or ended
  }
}

/** Small pieces joined to pieces of about a size. */
async function* grouped(pieces: AsyncIterable<Piece>, size: number): AsyncGenerator<Piece> {
  let parts: Uint8Array[] = [];
  let length = 0;
  let share = 0;
  for await (const piece of pieces) {
    parts.push(piece.bytes);
    length += piece.bytes.length;
    share = piece.share;
    if (length < size) continue;
    yield { bytes: joined(parts, length), share };
    parts = [];
    length = 0;
  }
  if (length > 0) yield { bytes: joined(parts, length), share };
}

async function firstOf(pieces: (size: number) => AsyncIterable<Piece>, count: number) {
  for await (const { bytes } of pieces(count)) return bytes.subarray(0, count);
  return new Uint8Array();
}

function joined(parts: Uint8Array[], length: number) {
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A stream that comes once, such as the standard input. */
export function onceOf(stream: AsyncIterable<Uint8Array>): Flow {
  const from = stream[Symbol.asyncIterator]();
  let begun: Uint8Array[] = [];
  let isAtEnd = false;
  const lengthOf = () => begun.reduce((sum, { length }) => sum + length, 0);
  return {
    isRepeatable: false,
    async first(count) {
      while (!isAtEnd && lengthOf() < count) {
        const { done, value } = await from.next();
        if (done) isAtEnd = true;
        else begun.push(value);
      }
      return joined(begun, lengthOf()).subarray(0, count);
    },
    async *pieces() {
      for (const bytes of begun) yield { bytes: bytes as Uint8Array<ArrayBuffer>, share: 0 };
      begun = [];
      while (!isAtEnd) {
        const { done, value } = await from.next();
        if (done) isAtEnd = true;
        else yield { bytes: value as Uint8Array<ArrayBuffer>, share: 0 };
      }
    },
  };
}

/** All bytes of a flow, for formats that are not read in order. */
export async function wholeOf(flow: Flow): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const { bytes } of flow.pieces(2 ** 20)) parts.push(bytes);
  return new Blob(parts);
}
