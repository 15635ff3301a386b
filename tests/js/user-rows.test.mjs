// The single reader of rows of users: which rows count, and the numbers of users and groups in the core.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { isUserRows, readUserRows, readUsers, userColumns } from "../../dist/data/user-rows.js";
import { bigIntegers, integers, load, reals } from "../../dist/index.js";

before(() => load());

const options = { domain: reals(), outside: "clamp" };
const read = (data, more) => readUserRows(userColumns(data), { ...options, ...more });
const list = (column) => column && [...column];

test("rows of users are recognised by their fields, unlike columns of records", () => {
  assert.ok(isUserRows({ values: [1], users: null }));
  assert.ok(isUserRows({ values: [1], groups: ["a"] }), "to be refused, not to be read as records");
  for (const records of [[1], new Float64Array(2), { values: [1], counts: [1] }, new Set([1])]) {
    assert.ok(!isUserRows(records));
  }
});

test("a row counts if its value, user and group are present, whatever other rows lack", () => {
  const { data, nameOf } = read({
    values: [1, null, 3, 4, 5, Number.NaN],
    users: ["ann", "ann", undefined, "bob", "ann", "cy"],
    groups: ["x", "x", "x", null, "y", "y"],
  });
  assert.deepEqual(list(data.column), [1, 5]);
  assert.deepEqual(list(data.users), [0, 0]);
  assert.deepEqual(list(data.groups).map(nameOf), ["x", "y"]);
});

test("groups are numbered in order of their names, never of occurrence", () => {
  for (const names of [
    ["b", "a", "é", "Z", "a"],
    [3, 1, 2, 10, 1],
    Int32Array.of(7, -2, 500000000, -2, 0),
    [true, "true", 1, 1n, true],
  ]) {
    const table = (groups) => ({ values: Array.from(groups, () => 1), users: null, groups });
    const there = read(table(names));
    const back = read(table([...names].reverse()));
    assert.deepEqual(list(there.data.groups).reverse(), list(back.data.groups));
    assert.deepEqual(list(there.data.groups).map(there.nameOf), list(names));
    assert.equal(there.groupCount, new Set(names).size);
  }
});

test("a group has the same name for any order of rows, with 0 for -0 in lists too", () => {
  for (const names of [
    [-0, 0],
    [
      [-0, "a"],
      [0, "a"],
    ],
    [
      ["a", -0, 1],
      ["a", 0, 1],
    ],
  ]) {
    for (const groups of [names, [...names].reverse()]) {
      const { data, groupCount, nameOf } = read({ values: [1, 1], users: null, groups });
      assert.deepEqual([groupCount, list(data.groups)], [1, [0, 0]]);
      assert.deepEqual(nameOf(0), names[1]); // strict: 0 is not -0
    }
  }
});

test("lists of names are one group if their parts are equal, ordered by the first different part", () => {
  const names = [["b"], ["a", 2], ["a"], "a", ["a", 10], ["a", "2"], ["a", 0], ["a", true]];
  const table = (groups) => ({ values: Array.from(groups, () => 1), users: null, groups });
  const twice = [...names, ...names.map((name) => (Array.isArray(name) ? [...name] : name))];
  const { data, groupCount, nameOf } = read(table(twice));
  assert.equal(groupCount, names.length);
  assert.deepEqual(list(data.groups).map(nameOf), twice);
  assert.deepEqual(
    list(read(table([...twice].reverse())).data.groups).reverse(),
    list(data.groups),
  );
  const inOrder = Array.from({ length: groupCount }, (_, group) => nameOf(group));
  const lists = [["a"], ["a", true], ["a", 0], ["a", 2], ["a", 10], ["a", "2"], ["b"]];
  assert.deepEqual(inOrder, [...lists, "a"]);
  assert.equal(
    read(
      table([
        ["a", 0],
        ["a", -0],
      ]),
    ).groupCount,
    1,
    "as a Map compares",
  );
  const declared = read(table([["a", 1], ["a"], ["b", 1]]), {
    groups: [
      ["b", 1],
      ["a", 1],
    ],
  });
  assert.deepEqual(list(declared.data.groups), [1, 0xffffffff, 0]);
});

test("a row with an incomplete group does not count, and an invalid item names no group", () => {
  const table = (groups) => ({ values: [1, 2], users: null, groups });
  for (const hole of [null, undefined, Number.NaN, new Date("no")]) {
    assert.deepEqual(
      list(
        read(
          table([
            ["a", hole],
            ["a", 1],
          ]),
        ).data.column,
      ),
      [2],
    );
    assert.throws(() => read(table([[hole], ["a"]]), { missing: "throw" }), /must not be missing/);
  }
  for (const odd of [[], [[]], [{}], ["a", new Date(0)]]) {
    assert.throws(() => read(table([odd, ["a"]])), /^TypeError: groups must hold items/);
  }
});

test("listed groups have the numbers of their places, and rows in other groups do not count", () => {
  const { data, groupCount, nameOf } = read(
    { values: [1, 2, 3], users: null, groups: ["south", "west", "north"] },
    { groups: ["north", "south"] },
  );
  assert.deepEqual(list(data.groups), [1, 0xffffffff, 0]);
  assert.equal(groupCount, 2);
  assert.deepEqual([0, 1].map(nameOf), ["north", "south"]);
});

test("a BigInt that the domain drops removes the user and group of its row", () => {
  for (const domain of [integers(0n, 9n), bigIntegers(4)]) {
    const { data } = read(
      { values: [1n, 10n ** 30n, 3n], users: ["a", "b", "c"], groups: [1, 2, 3] },
      { domain, outside: "drop" },
    );
    assert.deepEqual(list(data.column), [1n, 3n]);
    assert.equal(new Set(data.users).size, 2);
    assert.deepEqual(list(data.groups), [0, 1]);
  }
});

test("users: null is a user for each row, and absent users are rejected", () => {
  assert.equal(read({ values: [1, 2], users: null }).data.users, undefined);
  assert.throws(() => userColumns({ values: [1], groups: [1] }), {
    name: "TypeError",
    message: /^users must be a column of ids, or null if every row is a different person/,
  });
});

test("columns of different lengths are rejected by name, and invalid columns before they are read", () => {
  assert.throws(() => read({ values: [1, 2], users: [1] }), {
    name: "RangeError",
    message: "users must be as many as values, 2, got 1",
  });
  assert.throws(
    () => read({ values: [1], users: null, groups: [1, 2] }),
    /^RangeError: groups must/,
  );
  assert.throws(
    () => userColumns({ values: 5, users: null }),
    /^TypeError: values must be an array/,
  );
  assert.throws(
    () => userColumns({ values: [1], users: "ann" }),
    /^TypeError: users must be an array/,
  );
  assert.throws(() => userColumns({ values: [1], user: [1], users: null }), /unknown column user:/);
});

test("a missing value is rejected on request, in any column", () => {
  for (const holes of [
    { values: [null], users: [1], groups: [1] },
    { values: [1], users: [null], groups: [1] },
    { values: [1], users: [1], groups: [null] },
  ]) {
    assert.throws(() => read(holes, { missing: "throw" }), /must not be missing/);
    assert.throws(() => read(holes, { outside: "throw" }), /must not be missing/);
    assert.equal(read(holes).data.column.length, 0);
  }
});

test("counts of users read no values", () => {
  const columns = userColumns({ users: ["a", null, "b"], groups: ["x", "y", "x"] }, []);
  const { data, groupCount } = readUsers(columns, {});
  assert.deepEqual(list(data.users), [0, 1]);
  assert.deepEqual(list(data.groups), [0, 0]);
  assert.equal(groupCount, 1);
});
