import { ExactColumn } from "../data/exact-column.js";
import { columnSteps } from "../data/values.js";
import { keptHere, nameAt, type Packed } from "./arguments.js";

// Columns of rows that are many objects: the call keeps the list of rows, and this reads them when its turn comes.

/**
 * Reads the columns that are still to be read, and puts them among the long arrays. An error of a row becomes that of
 * the data: it follows the charge.
 * @param pause lets the thread do other work
 */
export async function readLater(packed: Packed, pause: () => Promise<unknown>): Promise<void> {
  for (const { path, column } of packed.later.splice(0)) {
    const steps = columnSteps(column, nameAt(path));
    for (let isRead = false; !isRead; ) {
      try {
        const step = steps.next();
        if (step.done) placeLong(packed, path, step.value);
        isRead = step.done === true;
      } catch (error) {
        packed.references.push({ path, unreadable: keptHere(error, packed.thrown) });
        isRead = true;
      }
      await pause();
    }
  }
}

function placeLong(
  { long, references }: Packed,
  path: (string | number)[],
  column: ArrayLike<unknown> | ExactColumn,
) {
  const values = column instanceof ExactColumn ? column.whole : column;
  const own = Array.isArray(values) ? values : Array.from(values);
  references.push({ path, long: long.push(own) - 1 });
  if (column instanceof ExactColumn) references.push({ path, worth: column.worth });
}

/** A task of its own for whatever comes next. A timer would wait for some milliseconds each time. */
export function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
