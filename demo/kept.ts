// What is kept under a name of data: its ledger, and beside it in one text what else the page shows of it.
import { Ledger } from "#dist/index.js";
import type { ReleaseRecord } from "#dist/worker.js";

/** A ledger as it is saved. */
export type SavedLedger = ReturnType<Ledger["toJSON"]>;

/** A released answer, and its question. */
export type KeptAnswer = { question: string; released: object; record: ReleaseRecord };

/** Its ledger, earlier ones that were put aside, the public answers, and the files opened under the name. */
export type Kept = {
  ledger: SavedLedger;
  former: SavedLedger[];
  answers: KeptAnswer[];
  files: string[];
};

/** The text of a store. The fields of the ledger are its own, as `spend` reads and writes them. */
export const writtenKept = ({ ledger, former, answers, files }: Kept) =>
  JSON.stringify({
    former,
    answers: JSON.parse(JSON.stringify(answers, plainNumber)),
    files,
    ...ledger,
  });

export function readKept(text: string): Kept {
  const { former = [], answers = [], files = [], ...ledger } = JSON.parse(text);
  return { ledger, former, answers: JSON.parse(JSON.stringify(answers), numberOf), files };
}

/** JSON has no infinite numbers, which an interval may have. */
const plainNumber = (_: string, value: unknown) =>
  typeof value === "number" && !Number.isFinite(value) ? { number: `${value}` } : value;

const numberOf = (_: string, value: { number?: unknown } | null) =>
  typeof value?.number === "string" ? Number(value.number) : value;

/** A ledger without a charge. */
export function newKept(budget: ConstructorParameters<typeof Ledger>[0]): Kept {
  const ledger = new Ledger(budget);
  try {
    return { ledger: ledger.toJSON(), former: [], answers: [], files: [] };
  } finally {
    ledger.dispose();
  }
}
