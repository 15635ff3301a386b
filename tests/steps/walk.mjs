// Lists the calls that do most work: `node tests/steps/walk.mjs [word] [limit]`.
import { loadCounted, stepsOf, TooManySteps } from "./counted-core.mjs";

await loadCounted();
const { all, walked } = await import("./walked-calls.mjs");
const [word = "", limit = "5e7"] = process.argv.slice(2);
const found = [];
let made = 0;
for (const name of Object.keys(all).filter((one) => one.includes(word))) {
  for (const { title, run } of walked(name, all[name])) {
    const start = performance.now();
    const { steps, thrown } = stepsOf(run, Number(limit));
    ++made;
    const time = performance.now() - start;
    const failed =
      thrown !== undefined &&
      !(thrown instanceof TooManySteps) &&
      !/^(RangeError|TypeError|BudgetExceeded)$/.test(thrown.name);
    if (failed) console.log(`${title} FAILS: ${thrown.stack.slice(0, 300)}`);
    if (steps > 2e7 || time > 3000)
      console.log(steps, time.toFixed(0), title, thrown?.message?.slice(0, 60) ?? "");
    if (steps > 1e6 || time > 300)
      found.push([steps, time, title, thrown?.message?.slice(0, 60) ?? ""]);
  }
}
found.sort(([a], [b]) => b - a);
console.log(`${made} calls`);
for (const [steps, time, title, message] of found.slice(0, 400))
  console.log(steps, time.toFixed(0), title, message);
