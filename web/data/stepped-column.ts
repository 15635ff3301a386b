/** Work that pauses now and then, so that its thread can do other work in between. */
export type Steps<Result> = Generator<undefined, Result>;

/** So many rows are read between two pauses: some milliseconds, as a rule. */
export const rowsPerStep = 2 ** 14;

/** Does something for the rows from one place to another, and pauses after each time. */
export function* inSteps(
  count: number,
  what: (from: number, to: number) => void,
): Steps<undefined> {
  for (let from = 0; from < count; from += rowsPerStep) {
    what(from, Math.min(from + rowsPerStep, count));
    yield;
  }
}

/** The result of steps without pauses. */
export function finished<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** A column that is read from rows: by `toArray` at once, by `steps` with pauses. */
export class SteppedColumn<Column = unknown> {
  /** begins a reading */
  readonly steps;
  /** whether it may be read after the call that asks for it */
  readonly isForLater;

  constructor(steps: () => Steps<Column>, isForLater: boolean) {
    this.steps = steps;
    this.isForLater = isForLater;
  }

  toArray(): Column {
    return finished(this.steps());
  }
}
