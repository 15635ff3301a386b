// Every case of tests/laws.
import { laws } from "../exact/listed.mjs";
import { columns } from "./cases/columns.mjs";
import { conversations } from "./cases/conversations.mjs";
import { counts } from "./cases/counts.mjs";
import { items } from "./cases/items.mjs";
import { learning } from "./cases/learning.mjs";
import { ledgers } from "./cases/ledgers.mjs";
import { sessions } from "./cases/sessions.mjs";
import { tables } from "./cases/tables.mjs";
import { users } from "./cases/users.mjs";
import { wide } from "./cases/wide.mjs";

export { conversations };

/** @type {import("./check.mjs").Case[]} */
export const cases = [
  ...laws,
  ...columns,
  ...counts,
  ...items,
  ...learning,
  ...ledgers,
  ...sessions,
  ...tables,
  ...users,
  ...wide,
];

/** The exports that name a case or take part in it. */
export const enumerated = new Set(
  [...cases, ...conversations].flatMap(({ name, also = [] }) => [name.split(",")[0], ...also]),
);
