// Items with users, in decreasing order of frequency.

/** A sampler of 0 to size - 1, with k in proportion to 1/(k + 1). */
export function zipf(random, size) {
  const upTo = new Float64Array(size);
  let sum = 0;
  for (let i = 0; i < size; ++i) upTo[i] = sum += 1 / (i + 1);
  return () => {
    const at = random.between(0, sum);
    let [low, high] = [0, size - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (upTo[middle] < at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** Rows of users with 1 to `most` items each. */
export function rowsOfUsers(random, { userCount, most, size }) {
  const draw = zipf(random, size);
  const rows = { users: [], items: [] };
  for (let user = 0; user < userCount; ++user) {
    for (let count = 1 + random.below(most); count > 0; --count) {
      rows.users.push(user);
      rows.items.push(draw());
    }
  }
  return rows;
}

/** The number of users of each item. */
export function usersOf({ users, items }, size) {
  const last = new Int32Array(size).fill(-1);
  const counts = new Array(size).fill(0);
  for (const [row, item] of items.entries()) {
    // Rows of one user are adjacent, and items repeat among them.
    const seen = last[item] === users[row];
    last[item] = users[row];
    counts[item] += seen ? 0 : 1;
  }
  return counts;
}

/** The number of the true first k that are missing; all items as frequent as the k-th are true. */
export function missedOf(counts, k, named) {
  const border = counts.slice().sort((a, b) => b - a)[k - 1];
  return k - new Set(named.slice(0, k).filter((item) => counts[item] >= border)).size;
}
