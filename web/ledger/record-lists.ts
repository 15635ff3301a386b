/** Lists that sessions go on adding records to, each for an owner, and how many were handed on. */
export class RecordLists<Owner> {
  #lists: { owner: Owner; records: object[]; taken: number }[] = [];

  add(owner: Owner, records: object[]) {
    this.#lists.push({ owner, records, taken: -1 });
  }

  /** @returns the records that have joined since the last time; the first time also an empty list */
  take(): [Owner, object[]][] {
    return this.#lists
      .filter(({ records, taken }) => taken < records.length)
      .map((list) => {
        const more = list.records.slice(Math.max(0, list.taken));
        list.taken = list.records.length;
        return [list.owner, more];
      });
  }

  clear() {
    this.#lists = [];
  }
}
