import { paid, saveRecords } from "../ledger/option.js";
import { runCharged } from "../ledger/release.js";
import type { Columns } from "../tables/questions.js";
import type { CancelSignal } from "../worker/controls.js";
import { type QueryRows, reading } from "./connection.js";
import { EngineFailed, RunFailed } from "./failed.js";
import { type Answered, type Begun, questionOf, type Table } from "./release.js";
import { Resumable } from "./resumable.js";
import { type Read, rowsOf } from "./rows.js";

/** A call of a question's method. */
export type Called = [name: string, columns: Columns, asked: unknown[], options: object];

/** A charged release: its work, and the record of its answer. */
interface Charged {
  work: Resumable<Answered>;
  record: { parameters: object; interval?: object };
  /** the columns that its queries were written for */
  read: string;
}

/**
 * Answers a question: checks public parameters, queries the engine for its columns, charges the ledger, then
 * queries the engine for the data of the release.
 */
export async function answer(table: Table, ...called: Called): Promise<unknown> {
  const { column, question, begins, signal } = questionOf(table, ...called);
  let charged: Charged | undefined;
  const attempt = async (queryRows: QueryRows) => {
    const read = await rowsOf(table, queryRows, column, typesBefore(table, column));
    table.known.set(knownAs(table, column), read);
    if (charged !== undefined && charged.read !== written(read)) {
      throw new TypeError("the types of the columns changed between two tries of a release");
    }
    charged ??= await paid(table.ledger, () => charge(read));
    return handedOver(charged.record, await charged.work.run(queryRows));
  };
  const charge = (read: Read): Charged => {
    const rows = question.rowsFor(read.rows, read.value);
    const { begin, released } = question;
    const { drawn, record } = released.releaseAnswer(begins, () => begin?.() ?? {});
    const work = new Resumable((queryRows) => question.answers(drawn as Begun, queryRows, rows));
    return { work, record: record as Charged["record"], read: written(read) };
  };
  const isCharged = table.ledger !== undefined;
  const tried = async (given: { signal?: CancelSignal | undefined }): Promise<unknown> => {
    const isAgain = charged !== undefined;
    let answered: unknown;
    try {
      answered = await reading(
        { ...table, ...given, isAgain, isProbed: isProbedOnce(table) },
        attempt,
      );
    } catch (error) {
      if (charged === undefined) throw error instanceof RunFailed ? error.cause : error;
      if (!(error instanceof RunFailed)) {
        return runCharged(isCharged ? "the ledger" : undefined, () => {
          throw error;
        });
      }
      // In another state of the table what was drawn and what comes next would be of two tables.
      const { isBegun, isEnded } = charged.work;
      const isFree = table.immutable || !isBegun || isEnded;
      const [name, columns, asked, options] = called;
      const anew = (more: object) => answer(table, name, columns, asked, { ...options, ...more });
      const retry = isFree ? tried : (more: object) => anew({ signal: undefined, ...more });
      throw new EngineFailed(error.cause, { isFree, isCharged, retry });
    }
    await saveRecords(table.ledger);
    return answered;
  };
  return tried({ signal });
}

/** Columns by which two questions read the same rows. */
export const knownAs = ({ by, user }: Table, column: string | undefined) =>
  JSON.stringify([by ?? null, user, column ?? null]);

/**
 * Whether an earlier answer has probed the connection for all that follow. Each query of an engine without transactions
 * takes a while, however little it asks, and its tables never change.
 */
export const isProbedOnce = ({ dialect, known }: Table) =>
  dialect.begin === undefined && known.size > 0;

/** The types of a question's columns, if an earlier answer has asked for them and they stay. */
export const typesBefore = (table: Table, column: string | undefined) =>
  isProbedOnce(table) ? table.known.get(knownAs(table, column))?.types : undefined;

/** The columns as queries have them. */
const written = ({ value, rows: { user, group } }: Read) =>
  JSON.stringify([value, user?.sql, group?.sql]);

/** The answer with its record, which is in the ledger too. */
function handedOver(record: Charged["record"], answers: Answered) {
  const { told, toldOfInterval, ...answer } = answers;
  Object.assign(record.parameters, told);
  if (record.interval !== undefined) Object.assign(record.interval, toldOfInterval);
  return { ...answer, record };
}
