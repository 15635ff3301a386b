// Data and options shared by valid calls.
export const range = (n, of = (i) => i) => Array.from({ length: n }, (_, i) => of(i));
export const column = () => Float64Array.from({ length: 60 }, (_, i) => i);
export const words = () => range(60, (i) => `word ${i % 7}`);
export const labels = () => range(60, (i) => (i < 30 ? 1 : 0));
export const rules = () => range(5, (c) => ({ predict: (x) => (x < 12 * c ? 1 : 0) }));
export const pure = () => ({ epsilon: 1, neighbors: "add-remove", confidence: 0.9 });
export const approximate = () => ({ ...pure(), delta: 1e-3 });
