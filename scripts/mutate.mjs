// The mutation check: `npm run mutate` perturbs one place at a time in a copy of the sources under
// build/mutants, runs the tests that should notice and prints the verdicts. `npm run mutate -- word word` tries
// mutations with one of the words in their names: `package/` selects everything that people call, `web/ledger/`
// a room. `--changed` tries mutations of files that changed since the last tag, or in the last 30 commits if
// these are fewer; `--minutes 20` stops after 20 minutes.
import { parseArgs } from "node:util";
import { idOf, isThroughPackage, mutationsByRoom } from "../tests/mutations/listed.mjs";
import { tryInCore } from "./mutants/core.mjs";
import { tryThroughPackage } from "./mutants/package.mjs";
import { copySources } from "./mutants/tree.mjs";
import { isRejected } from "./mutants/verdicts.mjs";
import { setUpDebian } from "./setup.mjs";
import { main, runQuietly, say } from "./shell.mjs";

/** Takes one mutation of each room in turn, so that an early stop covers all rooms. */
function inTurn(rooms) {
  const lists = [...rooms.values()];
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, i) => lists.map((list) => list[i]))
    .flat()
    .filter(Boolean);
}

/** The files that the last commits changed. */
function changedFiles() {
  const git = (...args) => runQuietly("git", args).split("\n").filter(Boolean);
  const [tag] = git("tag", "--list", "--merged", "HEAD", "--sort=-creatordate");
  return git("log", "-30", "--name-only", "--format=", ...(tag ? [`${tag}..`] : []));
}

main(() => {
  const { values, positionals: words } = parseArgs({
    options: { changed: { type: "boolean" }, minutes: { type: "string", default: "Infinity" } },
    allowPositionals: true,
  });
  const files = values.changed ? changedFiles() : undefined;
  const end = performance.now() + 60_000 * Number(values.minutes);
  const wanted = inTurn(mutationsByRoom()).filter((mutation) => {
    const name = `${mutation.room}/ ${idOf(mutation)}`;
    const isNamed = words.length === 0 || words.some((word) => name.includes(word));
    return isNamed && (files?.includes(mutation.file) ?? true);
  });
  say(`${wanted.length} mutations`);
  setUpDebian("native");
  copySources();
  let tried = 0;
  const left = [];
  for (const isCalled of [true, false]) {
    const group = wanted.filter((mutation) => isThroughPackage(mutation) === isCalled);
    if (group.length === 0 || performance.now() > end) continue;
    const attempt = (isCalled ? tryThroughPackage : tryInCore)(group);
    for (const mutation of group) {
      if (performance.now() > end) break;
      const found = attempt(mutation);
      tried++;
      console.log(`${idOf(mutation)}: ${found.verdict} ${found.by ?? ""} ${found.check ?? ""}`);
      if (!isRejected(found)) left.push({ ...mutation, verdict: found.verdict });
    }
  }
  say(`${tried - left.length} of ${tried} that were tried are rejected`);
  for (const mutation of left)
    console.log(`${idOf(mutation)}: ${mutation.verdict}; ${mutation.survives ?? "unexplained"}`);
  const bad = left.filter((one) => one.survives === undefined || one.verdict === "uncompiled");
  if (bad.length > 0) throw new Error("some mutations survived, and their files give no reason");
});
