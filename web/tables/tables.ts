import { describe } from "../core/options.js";
import { checkAnswering } from "../data/answers.js";
import { groups as publicOrPrivate } from "../data/groups.js";
import { tableDeclaration } from "./fields.js";
import { checkParts, columnsOf } from "./grouping.js";
import { Questions } from "./questions.js";
import type { By, OfRow } from "./reading.js";
import { rowsOf } from "./rows.js";
import { type Functions, Subject } from "./subject.js";
import type { Table as TableOf } from "./types.js";

let subjectOf: (table: Asked) => Subject;

/** The questions about one subject: their answers, or their costs. */
class Asked extends Questions<unknown> {
  #subject;

  static {
    subjectOf = (table) => table.#subject;
  }

  constructor(subject: Subject) {
    super((...question) => subject.answer(...question));
    this.#subject = subject;
  }

  get plan() {
    return new Questions<unknown>((...question) => this.#subject.plan(...question));
  }
}

/** See `GroupedTable` in types.d.ts. */
class GroupedTable extends Asked {
  where(predicate: OfRow) {
    return new GroupedTable(withSome(subjectOf(this), predicate));
  }
}

/** See `Table` in types.d.ts. */
class Table extends Asked {
  where(predicate: OfRow) {
    return new Table(withSome(subjectOf(this), predicate));
  }

  slices(options: object) {
    const subject = subjectOf(this);
    const { slices } = subject.functions;
    if (slices === undefined) {
      throw new TypeError("slices must be cut where the rows are, got a table elsewhere");
    }
    if (subject.predicates.length > 0) {
      throw new TypeError("slices must be of a whole table, got one after where");
    }
    return slices(subject, options);
  }

  groupBy(by: By, groups: unknown) {
    const subject = subjectOf(this);
    if (typeof by === "function") checkAnswering("groupBy", by);
    else for (const column of columnsOf(by)) subject.check("groupBy", column);
    const names = publicOrPrivate().read("groups", groups);
    if (Array.isArray(names) && typeof by !== "function") checkParts(names, by);
    return new GroupedTable(subject.with({ by: Array.isArray(by) ? [...by] : by, groups: names }));
  }
}

/** @param functions that answer */
export function tableOf<Row, At extends "here" | "worker">(
  rows: unknown,
  options: unknown,
  functions: Functions,
): TableOf<Row, At> {
  const { user, ledger } = tableDeclaration.read(options);
  return tableOver(new Subject({ functions, rows: rowsOf(rows), user, ledger }));
}

/** A table of a subject, whose user is a column of its rows or null. */
export function tableOver<Row, At extends "here" | "worker">(subject: Subject): TableOf<Row, At> {
  if (subject.user !== null) subject.check("user", subject.user);
  return new Table(subject) as unknown as TableOf<Row, At>;
}

function withSome(subject: Subject, predicate: OfRow) {
  if (typeof predicate !== "function") {
    throw new TypeError(`where must be a function of a row, got ${describe(predicate)}`);
  }
  checkAnswering("where", predicate);
  return subject.with({ predicates: [...subject.predicates, predicate] });
}
