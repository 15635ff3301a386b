import { describe } from "../core/options.js";
import { apart } from "../ledger/note.js";
import { noColumn } from "./no-column.js";
import { Reading } from "./reading.js";

/**
 * What gives a table its answers: the functions of the main entry, or those of a worker.
 * @typedef {object} Functions
 * @property {(name: string, args: any[]) => any} call
 * @property {(name: string, asked: any[], options: any) => any} accuracy
 */

/** Those of which a user gives several rows a share each. */
const ranks = ["median", "quantile", "quantiles", "interiorPoint"];
/** Those that have one answer for all rows. */
const notByGroup = ["topK", "countDistinct", "findBounds", "learnThreshold"];

/**
 * What is asked about: rows, whose they are, which of them count and by what they are grouped. It is never
 * changed; what asks about something else has one of its own.
 */
export class Subject {
  /**
   * @param {object} of
   * @param {Functions} of.functions
   * @param {import("./rows.js").Rows} of.rows
   * @param {string | null} of.user
   * @param {any} [of.ledger]
   * @param {((row: any) => any)[]} [of.predicates]
   * @param {import("./reading.js").By} [of.by]
   * @param {any[] | "private"} [of.groups]
   */
  constructor({ functions, rows, user, ledger, predicates = [], by, groups }) {
    this.functions = functions;
    this.rows = rows;
    this.user = user;
    this.ledger = ledger;
    this.predicates = predicates;
    this.by = by;
    this.groups = groups;
  }

  /**
   * The same but for some of it.
   * @param {object} other
   */
  with(other) {
    return new Subject({ ...this, ...other });
  }

  /**
   * Refuses what is no column of these rows, in the words of whatever asked for it.
   * @param {string} what
   * @param {unknown} name
   */
  check(what, name) {
    if (typeof name === "string" && this.rows.has(name)) return;
    throw noColumn(what, this.rows.names(), name);
  }

  /**
   * Answers.
   * @type {import("./questions.js").Ask}
   */
  answer(name, names, asked, options) {
    const columns = this.columns(name, names);
    const given = this.options(options);
    // Learners take their columns among the options.
    const args = "y" in columns ? [{ ...given, ...columns }] : [columns, ...asked, given];
    return this.functions.call(name, args);
  }

  /**
   * What an answer would cost, and how far off it may be.
   * @type {import("./questions.js").Ask}
   */
  plan(name, names, asked, options) {
    this.columns(name, names);
    const { request: known } = apart(this.options(options, this.#known(name)) ?? {});
    if (name === "learnThreshold") for (const own of ["ones", "outside"]) delete known[own]; // of data
    const { epsilon, delta = 0 } = known;
    const planned = (/** @type {any} */ accuracy) => ({ epsilon, delta, accuracy });
    const accuracy = this.functions.accuracy(name, asked, known);
    return accuracy instanceof Promise ? accuracy.then(planned) : planned(accuracy);
  }

  /**
   * What shows in the options, where there are no data: that ranks and labels are of users, and that each has one item.
   * @param {string} name
   */
  #known(name) {
    if (ranks.includes(name)) return { perUser: "spread" };
    if (name === "learnThreshold") return { users: null };
    if (name === "countDistinct" && this.user === null) return { perUser: 1 };
    return name === "topK" ? { perUser: this.user === null ? 1 : "spread" } : {};
  }

  /**
   * The columns of a call, as functions that take rows of users have them. Nothing in them is read yet.
   * @param {string} name of the function
   * @param {Record<string, string | undefined>} names of columns, by what they are for
   */
  columns(name, names) {
    if (this.by !== undefined && notByGroup.includes(name)) {
      throw new TypeError(`${name} must be asked of a table without groups, got one after groupBy`);
    }
    const reading = new Reading(this.rows, this.predicates);
    /** @type {Record<string, any>} */
    const columns = {};
    for (const [what, column] of Object.entries(names)) {
      if (what === "orderBy" && column === undefined) continue;
      this.check(what === "values" ? "column" : what, column);
      columns[what] = reading.column(/** @type {string} */ (column));
    }
    if (this.by !== undefined) columns.groups = reading.groups(this.by);
    if (this.user !== null) return { ...columns, users: reading.column(this.user) };
    // Different people are counted by their rows.
    return Object.keys(columns).length === 0
      ? { values: reading.there(), users: null }
      : { ...columns, users: null };
  }

  /**
   * Options as the functions take them.
   * @param {any} options
   * @param {object} [known] what they are unless they are given
   */
  options(options, known) {
    if (typeof options !== "object" || options === null) return options; // to be refused there
    if (options.groups !== undefined) {
      throw new TypeError(
        `groups belong into groupBy, got ${describe(options.groups)} as an option`,
      );
    }
    const { groups, ledger } = this;
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    return {
      ...(ledger !== undefined && { ledger }),
      ...(groups !== undefined && { groups }),
      ...known,
      ...Object.fromEntries(given),
    };
  }
}
