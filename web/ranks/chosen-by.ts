/** The core's form of the option `algorithm`: a name, or a rule that chooses. */
export function chosenBy({ algorithm }: { algorithm: string }) {
  const leastPromise = algorithm === "least-promise";
  return { algorithm: leastPromise ? "auto" : algorithm, leastPromise };
}
