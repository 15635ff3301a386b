/**
 * What is charged, and refuses if it is exhausted; `chargeLedger` looks at it.
 * @returns {import("../core/fields.js").Optional<import("./ledger.js").AnyLedger | undefined>}
 */
export const ledger = () => ({
  read: (_, value) => /** @type {any} */ (value),
  usual: () => undefined,
  kind: "ledger",
});
