/**
 * A ledger saved without its count and its head, as those before them were: what is in it can be changed, as its
 * owner may, and what is then refused is not the damage.
 */
export function unsealed(ledger) {
  const { count: _, head: __, ...rest } = JSON.parse(JSON.stringify(ledger));
  return rest;
}
