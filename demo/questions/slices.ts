// Slices of people, cut off in turn from either end of an order, and a question to each. One price pays for all.
import { histogramChart } from "../charts/rank-charts.js";
import { held } from "../data/held.js";
import { h } from "../dom.js";
import type { Accuracy, MovedRowSliceSession, ReleaseRecord } from "../engine.js";
import { deltaChooser } from "../parts/controls.js";
import { howFarOff, whole } from "../words.js";
import type { Dataset, Workspace } from "../workspace.js";
import { type Asking, type Extras, type Making, noColumn, type Shown } from "./asking.js";
import { type AskedSlice, SliceFields } from "./slice-fields.js";
import {
  type Questions,
  type SliceRequest,
  type Terms,
  type Told,
  taskOf,
  toldWords,
} from "./slice-tasks.js";
import { expectedOf, numericColumns, peopleOf } from "./words.js";

/** One slice of the answer: what was asked, and what came back. */
type Answered = SliceRequest & Omit<Told, "record"> & HowFar;

/** How far off an answer may be: in short, and in the words of its record. */
interface HowFar {
  usual: string;
  accuracy: string;
}

interface Plain {
  slices: Answered[];
}

/** An answer that an earlier page has kept: the medians of slices off one end, of the column that cut them. */
interface Early extends Pick<SliceRequest, "from" | "length" | "column"> {
  medians: (number | null)[];
}

export class Slices implements Asking {
  readonly id = "slices";
  readonly name = "Slices";
  readonly lead =
    "Takes the lowest or highest people by a column, and asks them about another. Then the next, among those who are left. One price, paid at the start, is for all slices.";
  readonly stop = 1;
  readonly controls: Node[];
  readonly #fields = new SliceFields();
  readonly #delta = deltaChooser();
  readonly #deltaFold = h("details", h("summary", "Advanced"), this.#delta.node);
  readonly #workspace: Workspace;
  readonly #exact: Making["exact"];
  #loss = { epsilon: 0, delta: 0 };

  constructor({ workspace, exact }: Making) {
    this.#workspace = workspace;
    this.#exact = exact;
    this.controls = [this.#fields.node, this.#deltaFold];
  }

  fill() {
    this.#fields.fill(this.#workspace.dataset);
  }

  cannot(dataset: Dataset) {
    return numericColumns(dataset).length === 0 ? noColumn : undefined;
  }

  cost() {
    return this.#loss;
  }

  async expect() {
    const { engine, dataset } = this.#workspace;
    const asked = this.#fields.value;
    this.#deltaFold.hidden = !needsDelta(asked);
    const session = this.#terms(asked);
    const plans = await engine.plan.slices(session);
    const { epsilon, delta } = plans.find(({ sliceEpsilon }) => sliceEpsilon === 0)!;
    this.#loss = { epsilon, delta };
    const ones = peopleOf(dataset);
    const all = [];
    for (const one of asked) {
      const { accuracy } = await this.#plan(one, session.compute);
      all.push(expectedOf(accuracy, ones));
    }
    return {
      short: `in slice 1 ${all[0]!.short}`,
      statement: all.map(({ statement }, at) => `Slice ${at + 1}: ${statement}`).join(" "),
    };
  }

  title() {
    return titleOf(this.#fields.value);
  }

  async draw({ ledger, signal, note }: Extras) {
    const { engine, dataset, person } = this.#workspace;
    const ones = peopleOf(dataset);
    const asked = this.#fields.value;
    const terms = this.#terms(asked);
    const user = person === null ? null : "person";
    const options = { ...terms, user, ledger, signal, ...note, transfer: true as const };
    const session = await engine.RowSliceSession(held("columns", columnsOf(asked)), options);
    try {
      const slices: Answered[] = [];
      for (const { domain, ...one } of asked) {
        const of = { ...terms.compute, domain, signal };
        const { record, ...answer } = await this.#ask(session, one, of);
        const { short: usual } = expectedOf(record.accuracy, ones);
        slices.push({ ...one, ...answer, usual, accuracy: howFarOff(record.accuracy) });
      }
      return { plain: { slices }, record: session.record };
    } finally {
      await session.dispose();
    }
  }

  /** Cuts the next slice, and asks it. Its rows stay in logstar's thread, which then forgets them. */
  async #ask(session: MovedRowSliceSession, one: SliceRequest, terms: Terms): Promise<Told> {
    const { from, length, perUser, what } = one;
    const { signal } = terms;
    const by = keyOf("numbers", one.by);
    const slice = await session.slice({ from, length, by, ...(perUser && { perUser }), signal });
    const table = await slice.table;
    const { takes, ask } = taskOf(what);
    const told = await ask(table as object as Questions<Told>, keyOf(takes, one.column), terms);
    await Promise.all([table.dispose(), slice.dispose()]);
    return told;
  }

  show(plain: object, { accuracy }: ReleaseRecord) {
    const ones = peopleOf(this.#workspace.dataset);
    return shownOf(
      "medians" in plain ? renewed(plain as Early, accuracy, ones) : (plain as Plain),
      ones,
    );
  }

  /** Of each column by which slices are cut, or which they are asked about. */
  async own(last: object | undefined) {
    const asked = this.#fields.value;
    const numbers = columnsOf(asked).filter(({ takes }) => takes === "numbers");
    const before = (last as Plain | undefined)?.slices ?? [];
    const charts = numbers.map(async ({ column: name }) => {
      const histogram = await this.#workspace.store.histogram(name);
      const values = before
        .filter(({ column }) => column === name)
        .flatMap(({ value }) => value ?? []);
      return histogramChart({ histogram, name, values, truths: [] });
    });
    return Promise.all(charts);
  }

  /** The delta of all slices pays for those of their questions: at most (1 + e^epsilon) of each, see `slices`. */
  #terms(asked: AskedSlice[]) {
    const epsilon = this.#exact.value;
    const slices = asked.length;
    if (!needsDelta(asked)) return { slices, compute: { epsilon, delta: 0 }, delta: 0 };
    const delta = this.#delta.value;
    return {
      slices,
      compute: { epsilon, delta: delta / (slices * 2 * (1 + Math.exp(epsilon))) },
      delta,
    };
  }

  /** What one question promises, whatever the rows. */
  #plan({ what, column, domain }: AskedSlice, compute: { epsilon: number; delta: number }) {
    const { engine, person } = this.#workspace;
    const { takes, ask } = taskOf(what);
    const name = keyOf(takes, column);
    const empty = { [name]: [], ...(person !== null && { person: [] }) };
    const { plan } = engine.table(empty, { user: person === null ? null : "person" });
    type Planned = { accuracy: Told["record"]["accuracy"] };
    return ask(plan as object as Questions<Planned>, name, { ...compute, domain });
  }
}

/** An early answer as one of today: the record was of its last median, and each may be as far off. */
function renewed({ medians, ...asked }: Early, accuracy: Accuracy, ones: string): Plain {
  const far = { usual: expectedOf(accuracy, ones).short, accuracy: howFarOff(accuracy) };
  const slices = medians.map((value) => ({
    ...asked,
    by: asked.column,
    what: "median",
    value,
    ...far,
  }));
  return { slices };
}

const needsDelta = (asked: AskedSlice[]) =>
  asked.some(({ what }) => taskOf(what).takes === "items");

/** The name of a column among the rows of a session: one column may be read as numbers and as texts. */
const keyOf = (takes: "numbers" | "items", column: string) => `${takes} ${column}`;

/** The columns that slices need, by their names among the rows of a session. */
function columnsOf(asked: SliceRequest[]) {
  const needed = asked.flatMap(({ by, what, column }) => [
    { takes: "numbers" as const, column: by },
    { takes: taskOf(what).takes, column },
  ]);
  const all = needed.map((one) => [keyOf(one.takes, one.column), one] as const);
  return Array.from(new Map(all), ([as, one]) => ({ as, ...one }));
}

const titleOf = (slices: SliceRequest[]) =>
  `Slices by ${[...new Set(slices.map(({ by }) => by))].join(" and ")}`;

const endOf = { low: "lowest", high: "highest" };

function shownOf({ slices }: Plain, ones: string): Shown {
  const told = slices.map((one, at) => {
    const earlier = slices
      .slice(0, at)
      .filter(({ by, from }) => by === one.by && from === one.from);
    const next = earlier.length > 0 ? "next " : "";
    return {
      whom: `the ${next}${endOf[one.from]} ${whole(one.length)} by ${one.by}`,
      from: one.from,
      before: earlier.length,
      asked: `${taskOf(one.what).title} of ${one.column}`,
      answer: toldWords(one),
      usual: one.usual,
    };
  });
  const full = slices.map(({ value, items }) =>
    items === undefined ? `${value ?? "none"}` : items.map(({ item }) => item).join(" "),
  );
  return {
    title: titleOf(slices),
    of:
      slices.length === 1
        ? `1 slice of the ${ones}.`
        : `${slices.length} slices. Each was cut from the ${ones} that the ones before it had left.`,
    chart: { type: "slices", slices: told },
    full: full.join("; "),
    rows: [
      ["slice", "asked", "answer", "accuracy"],
      ...told.map(({ whom, asked }, at) => [whom, asked, full[at]!, slices[at]!.accuracy]),
    ],
  };
}
