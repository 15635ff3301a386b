import { describe } from "../core/options.js";
import { checkAnswering } from "../data/answers.js";
import { groups as publicOrPrivate } from "../data/groups.js";
import { tabled } from "./fields.js";
import { checkParts, columnsOf } from "./grouping.js";
import { Questions } from "./questions.js";
import { rowsOf } from "./rows.js";
import { Subject } from "./subject.js";

/** @type {(table: Asked) => Subject} */
let subjectOf;

/** What is asked about one thing: an answer, or what it would cost. */
class Asked extends Questions {
  #subject;

  static {
    subjectOf = (table) => table.#subject;
  }

  /** @param {Subject} subject */
  constructor(subject) {
    super((...question) => subject.answer(...question));
    this.#subject = subject;
  }

  get plan() {
    return new Questions((...question) => this.#subject.plan(...question));
  }
}

/** See `GroupedTable` in types.d.ts. */
class GroupedTable extends Asked {
  /** @param {(row: any) => any} predicate */
  where(predicate) {
    return new GroupedTable(withSome(subjectOf(this), predicate));
  }
}

/** See `Table` in types.d.ts. */
class Table extends Asked {
  /** @param {(row: any) => any} predicate */
  where(predicate) {
    return new Table(withSome(subjectOf(this), predicate));
  }

  /**
   * @param {import("./reading.js").By} by
   * @param {any} groups
   */
  groupBy(by, groups) {
    const subject = subjectOf(this);
    if (typeof by === "function") checkAnswering("groupBy", by);
    else for (const column of columnsOf(by)) subject.check("groupBy", column);
    const names = publicOrPrivate().read("groups", groups);
    if (Array.isArray(names) && typeof by !== "function") checkParts(names, by);
    return new GroupedTable(subject.with({ by: Array.isArray(by) ? [...by] : by, groups: names }));
  }
}

/**
 * @param {any} rows
 * @param {any} options
 * @param {import("./subject.js").Functions} functions that answer
 * @returns {import("./types.js").Table<any, any>}
 */
export function tableOf(rows, options, functions) {
  const { user, ledger } = tabled.read(options);
  const subject = new Subject({ functions, rows: rowsOf(rows), user, ledger });
  if (user !== null) subject.check("user", user);
  return /** @type {any} */ (new Table(subject));
}

/**
 * @param {Subject} subject
 * @param {unknown} predicate
 */
function withSome(subject, predicate) {
  if (typeof predicate !== "function") {
    throw new TypeError(`where must be a function of a row, got ${describe(predicate)}`);
  }
  checkAnswering("where", predicate);
  return subject.with({ predicates: [...subject.predicates, predicate] });
}
