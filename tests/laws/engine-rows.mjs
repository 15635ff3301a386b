// Rows of few users, and losses for exact laws of tables in engines.

// Eight users, most with several rows. At this epsilon one region holds several of them.
export const rows = {
  users: ["a", "a", "b", "b", "c", "d", "e", "f", "f", "g", "h"],
  values: [1, 2, 2, 5, 3, 3, 4, 1, 6, 4, 2],
  groups: ["x", "y", "x", "x", "y", "x", "y", "x", "y", "x", "y"],
};
export const withoutGroups = ({ users, values }) => ({ users, values });
