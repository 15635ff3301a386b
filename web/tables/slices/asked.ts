import { describe } from "../../core/options.js";
import { noColumn } from "../no-column.js";
import type { Rows } from "../rows.js";
import { cutDeclaration } from "./fields.js";
import { keySteps } from "./keys.js";
import type { People } from "./people.js";

/** Rows whose people are cut. */
export type Cuttable = { rows: Rows; user: string | null; people: People };

export function checkUser(rows: Rows, user: string | null) {
  if (user !== null && !rows.has(user)) throw noColumn("user", rows.names(), user);
}

/**
 * Reads the options of a cut, and no row.
 * @returns the end and the length, and the steps that make the keys of some people
 */
export function readCut(options: unknown, { rows, user, people }: Cuttable) {
  const { by, from, length, perUser } = cutDeclaration.read(options);
  const isOfUsers = user !== null;
  if (typeof by === "string" && !rows.has(by)) throw noColumn("by", rows.names(), by);
  if ((perUser !== undefined) !== (isOfUsers && typeof by === "string")) {
    throw new TypeError(
      `perUser must be given with a column of rows of users, and only then, got ${describe(perUser)}`,
    );
  }
  const keys = (some: Uint32Array) => keySteps({ by, perUser }, { rows, people, isOfUsers }, some);
  return { from, length, keys };
}
