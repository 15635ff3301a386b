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
        if (step.done) place(packed, path, step.value);
        isRead = step.done === true;
      } catch (error) {
        packed.references.push({ path, unreadable: keptHere(error, packed.thrown) });
        isRead = true;
      }
      await pause();
    }
  }
}

/** Typed arrays go with the call, to which they move; the others cross before it. */
function place(
  { args, long, references }: Packed,
  path: (string | number)[],
  column: ArrayLike<unknown> | ExactColumn,
) {
  const values = column instanceof ExactColumn ? column.whole : column;
  if (ArrayBuffer.isView(values)) {
    const inside = path.slice(0, -1);
    const holder = inside.reduce((value, key) => value[key] as Holder, args as unknown as Holder);
    holder[path.at(-1)!] = values;
  } else {
    references.push({ path, long: long.push(values as unknown[]) - 1 });
  }
  if (column instanceof ExactColumn) references.push({ path, worth: column.worth });
}

type Holder = { [key: string | number]: unknown };

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
