import { inForm } from "../../laws/awkward.mjs";
import { more, using } from "../small-data.mjs";

/** A piece of this epsilon: the value that most rows of a slice have, or the median of its users' values. */
const most = (library, { rows, table, ledger }, epsilon, isOfUsers) => {
  if (isOfUsers) {
    const domain = library.integers(0, 1);
    const { value } = table.median("value", { epsilon, domain, abstain: false });
    return value === 1 ? "one" : "zero";
  }
  const ones = rows.filter(({ value }) => value === 1).length;
  const scores = new Map([
    ["zero", rows.length - ones],
    ["one", ones],
  ]);
  return library.selectBest(scores, { epsilon, ledger }).value;
};

/**
 * Two slices and four pieces: A is asked, and its answer decides how B is cut; then B, A and B are asked. With
 * ids a user has two rows, and the key is the smaller one.
 */
const conversation = (options, charged) => (library, rows) => {
  const isOfUsers = options.user !== null;
  const terms = { slices: 2, compute: { epsilon: 2 * charged }, delta: 0, ...options };
  const session = new library.RowSliceSession(rows, terms);
  const { answers } = using(session, () => {
    const given = isOfUsers ? { perUser: "min" } : {};
    const a = session.slice({ by: "key", from: "low", length: 1, ...given });
    const first = most(library, a, charged, isOfUsers);
    const b =
      first === "one"
        ? session.slice({ by: "value", from: "low", length: 1, ...given })
        : session.slice({ by: "key", from: "high", length: 1, ...given });
    return [first, ...[b, a, b].map((slice) => most(library, slice, charged, isOfUsers))];
  });
  return { answers, record: session.record };
};

/** Every kind of row: keys 0, 1 and missing, and two values. */
const kinds = [0, 1, null, Number.NaN].flatMap((key) => [0, 1].map((value) => ({ key, value })));
const lists = [
  [],
  [[0, 0]],
  [
    [0, 1],
    [1, 0],
  ],
  [
    [1, 0],
    [null, 1],
    [0, 0],
    [1, 1],
  ],
].map((list) => list.map(([key, value]) => ({ key, value })));

/** Lists with and without one row, put in at every place. */
const added = inForm(
  lists.flatMap((list) =>
    kinds.flatMap((row) =>
      Array.from({ length: list.length + 1 }, (_, place) => [list, list.toSpliced(place, 0, row)]),
    ),
  ),
);
const replaced = inForm(
  lists
    .filter(({ length }) => length > 0)
    .flatMap((list) =>
      kinds.flatMap((row) => list.map((_, place) => [list, list.toSpliced(place, 1, row)])),
    ),
);

/** Users of two rows each, with their rows apart from each other. */
const ofUsers = (list) => {
  const rows = list.map((row, i) => ({ ...row, id: `u${i}` }));
  return [...rows, ...rows.map(({ key, ...row }) => ({ ...row, key: key === 0 ? 1 : key }))];
};
const addedUsers = inForm(
  lists.slice(0, 3).flatMap((list) => kinds.map((row) => [ofUsers(list), ofUsers([...list, row])])),
);

/** @type {import("../listed.mjs").Mechanism} */
export default {
  exports: ["RowSliceSession"],
  guarantees: ["slices-over-rows"],
  modes: [
    {
      mode: "exact lengths",
      neighbors: ["add-remove", "replace"],
      tests: [
        "conversations on slices of rows keep the loss of exact lengths",
        "conversations on slices of rows keep the loss for a replaced row",
        "two sessions on the same rows keep the loss of two",
      ],
      controls: [
        "control: two sessions at the price of one are rejected",
        "control: pieces that each cost the whole budget of a slice are rejected",
        "control: an order that looks at other rows is rejected",
        "control: rows without a key that are dropped if their number is odd are rejected",
      ],
      parity: ["row-slices 3 0 3000"],
    },
    {
      mode: "noisy lengths",
      neighbors: ["add-remove", "replace"],
      tests: [
        "conversations on slices of rows keep the loss of noisy lengths",
        "conversations on slices of rows keep the loss for a replaced row",
      ],
      controls: [
        "control: exact lengths of slices of rows at the price of noisy ones are rejected",
      ],
      parity: ["row-slices 4 0.1 3000"],
    },
  ],
  audited: {
    RowSliceSession: {
      runs: 12_000,
      claim: { epsilon: 4 },
      run: (logstar, values) =>
        conversation({ user: null }, 0.5)(
          logstar,
          values.map((key) => ({ key, value: key % 2 })),
        ).answers,
      inputs: more([1, 2, 3], 0),
      shows: 0.5,
    },
  },
  laws: [
    {
      name: "RowSliceSession, exact lengths",
      also: ["selectBest"],
      local: true,
      run: conversation({ user: null }, 0.5),
      pairs: added,
    },
    {
      name: "RowSliceSession, noisy lengths",
      also: ["selectBest"],
      local: true,
      run: conversation({ user: null, sliceEpsilon: 4, delta: 0.3 }, 0.5),
      pairs: added.slice(0, 4),
    },
    {
      name: "RowSliceSession, one row replaced",
      also: ["selectBest"],
      local: true,
      run: conversation({ user: null, neighbors: "replace" }, 0.5),
      pairs: replaced,
    },
    {
      name: "RowSliceSession, users",
      also: ["median"],
      local: true,
      run: conversation({ user: "id" }, 0.5),
      pairs: addedUsers,
    },
  ],
  wrongCalls: [
    [
      "new logstar.RowSliceSession([{ a: 1 }], { user: null, slice: 1, delta: 0, compute: { epsilon: 1 } })",
      /^Object literal may only specify known properties, (and|but) 'slice' does not exist in type 'RowSliceSessionOptions'/,
    ],
  ],
  mutations: [
    {
      name: "rows without a key are dropped",
      file: "src/interior_point/slices/row_slices.hpp",
      was: "std::set_difference(left_.begin(), left_.end(), places.begin(), places.end(),\n                        std::back_inserter(rest));",
      now: "for (auto one = last; one != keyed.end(); ++one) rest.push_back(one->place);\n    std::sort(rest.begin(), rest.end());",
      tests: [],
      unit: ["row_slices_release"],
    },
    {
      name: "one slice of rows too many",
      file: "src/interior_point/slices/row_slices.hpp",
      was: "if (cut_ < task_.slices) return;",
      now: "if (cut_ <= task_.slices) return;",
      tests: [],
      unit: ["row_slices_release"],
    },
    {
      name: "sessions cost what one does",
      file: "src/interior_point/slices/slice_loss.cpp",
      was: "return sum_of(one, budget.sessions, rest);",
      now: "return one;",
      tests: ["row_slices"],
    },
    {
      name: "a piece claims its own loss",
      file: "src/interior_point/slices/row_slices_task.cpp",
      was: "piece.loss = session.loss;\n",
      now: "",
      tests: [],
      unit: ["row_slices_release"],
    },
    {
      name: "a replaced row at the delta of one step",
      file: "src/interior_point/slices/row_slices_task.cpp",
      was: "multiply_up(factor, of_one) <= delta",
      now: "of_one <= delta",
      tests: [],
      unit: ["row_slices_release"],
    },
  ],
};
