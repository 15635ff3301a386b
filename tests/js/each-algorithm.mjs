// A loss and many records, for tests of every algorithm.

export const loss = { epsilon: 1, delta: 1e-6 };
export const many = Float64Array.from({ length: 20000 }, (_, i) => i);
