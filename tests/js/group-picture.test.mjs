// The page's picture of groups for the data's owner: the true medians of people and of rows.
import assert from "node:assert/strict";
import test from "node:test";
import { groupPicture } from "../../build/programs/demo/data/group-picture.js";

/** Three people with a row of 10, and one with nine rows of 90. */
const visits = {
  rows: 12,
  numbers: Float64Array.from({ length: 12 }, (_, row) => (row < 3 ? 10 : 90)),
  people: Int32Array.from({ length: 12 }, (_, row) => Math.min(row, 3)),
  q: 0.5,
  error: 1,
};

test("the true median of people counts each once, and that of rows each row", () => {
  const [ofPeople] = groupPicture(visits);
  assert.deepEqual([ofPeople.people, ofPeople.truth], [4, 10]);
  const [ofRows] = groupPicture({ ...visits, perUser: 9 });
  assert.deepEqual([ofRows.people, ofRows.truth], [12, 90]);
});

test("a person's rows count as often as they are chosen, if a person has more than the bound", () => {
  const [bounded] = groupPicture({ ...visits, perUser: 2 });
  assert.ok(Math.abs(bounded.people - 5) < 1e-9, `${bounded.people}`);
  assert.equal(bounded.truth, 10);
});

test("each group has a separate true median", () => {
  const groups = {
    codes: Int32Array.from({ length: 12 }, (_, row) => row % 2),
    labels: ["a", "b"],
  };
  const shown = groupPicture({ ...visits, groups, perUser: 9 });
  assert.deepEqual(
    shown.map(({ group, people, truth }) => [group, people, truth]),
    [
      ["a", 6, 90],
      ["b", 6, 90],
    ],
  );
});
