/**
 * Rows that are objects. A field that one row lacks is missing; a field that all rows lack has another name.
 *
 * Which fields the rows of an array have is as private as the rows. So the answer uses the present fields in
 * either case, and only a warning on the console mentions the name.
 */
export class NamedRows {
  #lacking = new Set(["user", "item"]);
  #some = false;

  /** @param row not missing */
  add(row: unknown) {
    if (this.#lacking.size === 0) return;
    if (Array.isArray(row)) {
      this.#lacking.clear();
      return;
    }
    this.#some = true;
    for (const name of this.#lacking) if (name in (row as object)) this.#lacking.delete(name);
  }

  warn() {
    if (!this.#some || this.#lacking.size === 0) return;
    const [name] = this.#lacking;
    console.warn(
      `logstar, for the owner of the data only: no row has a field "${name}", so none of them counts; rows of users are { user, item }, counts { item, count }`,
    );
  }
}
