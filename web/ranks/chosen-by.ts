/**
 * How the core is told which algorithm is asked for: by name, or by what it chooses one.
 * @param {{ algorithm: string }} read
 */
export function chosenBy({ algorithm }) {
  const leastPromise = algorithm === "least-promise";
  return { algorithm: leastPromise ? "auto" : algorithm, leastPromise };
}
