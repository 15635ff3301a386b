// Every algorithm, and the records that it is asked about.

export const loss = { epsilon: 1, delta: 1e-6 };
export const many = Float64Array.from({ length: 20000 }, (_, i) => i);
