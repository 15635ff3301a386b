// An order in which what is alike stands close together, as zip programs find a repetition in the last 32 KB only.

/** How many bytes in a row count as something that two have in common. */
const shared = 7;
/** Bytes that as many have are in all orders close to others. */
const common = 100;
/** How far back a repetition may lie, less what is between them and within them. */
const reach = 30_000;
/** Taken for longer, so that the next is not always the shortest. */
const added = 300;

/**
 * Begins with the first ones as they are, then takes, one by one, what has the most bytes of its length in common
 * with those taken last.
 * @param {Uint8Array[]} parts
 * @param {number} kept how many stay first
 * @returns {number[]} their indices
 */
export function similarOrder(parts, kept) {
  const holders = holdersOf(parts);
  const pieces = parts.map(() => /** @type {number[]} */ ([]));
  holders.forEach((those, piece) => {
    for (const part of those) pieces[part].push(piece);
  });
  const near = new Uint32Array(holders.length); // how many of the last parts have it
  const known = new Float64Array(parts.length); // how many of its pieces the last parts have
  const left = new Set(parts.keys());
  const order = [];
  let oldest = 0;
  let bytes = 0;
  const take = (part) => {
    left.delete(part);
    order.push(part);
    bytes += parts[part].length;
    for (const piece of pieces[part])
      if (near[piece]++ === 0) for (const holder of holders[piece]) ++known[holder];
    for (; bytes > reach; ++oldest) {
      bytes -= parts[order[oldest]].length;
      for (const piece of pieces[order[oldest]])
        if (--near[piece] === 0) for (const holder of holders[piece]) --known[holder];
    }
  };
  for (let part = 0; part < kept && part < parts.length; ++part) take(part);
  while (left.size > 0) {
    let best = -1;
    let most = -1;
    for (const part of left) {
      const share = known[part] / (parts[part].length + added);
      if (share > most) [best, most] = [part, share];
    }
    take(best);
  }
  return order;
}

/** Of all pieces that more than one part has: which have it. */
function holdersOf(parts) {
  /** @type {Map<string, number[]>} */
  const all = new Map();
  parts.forEach((part, index) => {
    const text = Buffer.from(part).toString("latin1");
    for (let at = 0; at + shared <= text.length; ++at) {
      const piece = text.slice(at, at + shared);
      const those = all.get(piece);
      if (!those) all.set(piece, [index]);
      else if (those.at(-1) !== index) those.push(index);
    }
  });
  return [...all.values()].filter(({ length }) => length > 1 && length < common);
}
