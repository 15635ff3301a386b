import { isClonable } from "./unclonable.js";

// Long arrays cross in pieces, so that the page's thread does other work in between.

/** Shorter arrays cross with their call. */
const least = 2 ** 14;

/** A piece has at most so many values, and little more than so many characters: some milliseconds of cloning. */
const most = 2 ** 14;
const mostCharacters = 2 ** 18;

/** Whether it is an array that crosses in pieces. Its values do not change, so that a copy of the array keeps them. */
export function isLong(value: object): value is unknown[] {
  if (!Array.isArray(value) || value.length < least) return false;
  for (let i = 0; i < value.length; ++i) {
    const one: unknown = value[i];
    const type = typeof one;
    if (type === "function" || type === "symbol" || (type === "object" && one !== null))
      return false;
  }
  return true;
}

/**
 * Sends long arrays, one piece after the other.
 * @param send to the worker; the next piece waits for its promise
 * @param refuse takes the error of an array with a value that cannot be cloned. The rest of it stays here.
 */
export async function sendInPieces(
  arrays: unknown[][],
  send: (place: number, values: unknown[], isFirst: boolean) => Promise<unknown>,
  refuse: (place: number, values: unknown[], error: unknown) => void,
) {
  let isFirst = true;
  for (const [place, array] of arrays.entries()) {
    let from = 0;
    do {
      const to = endOfPiece(array, from);
      const piece = array.slice(from, to);
      try {
        await send(place, piece, isFirst);
      } catch (error) {
        if (isClonable(piece)) throw error;
        refuse(place, piece, error);
        break;
      }
      isFirst = false;
      from = to;
    } while (from < array.length);
  }
}

function endOfPiece(array: unknown[], from: number) {
  const end = Math.min(from + most, array.length);
  let characters = 0;
  for (let i = from; i < end; ++i) {
    const value = array[i];
    if (typeof value === "string") characters += value.length;
    if (characters > mostCharacters) return i + 1;
  }
  return end;
}
