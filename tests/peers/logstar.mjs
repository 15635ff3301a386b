// logstar's answers to the tasks, each by its defaults.
import {
  count,
  histogram,
  integers,
  mean,
  median,
  quantiles,
  sum,
  topK,
} from "../../dist/index.js";

const domainOf = ({ lower, upper }) =>
  lower === undefined ? {} : { domain: integers(lower, upper) };

const ofRecords = ({ values }) => ({ values, users: null });

const functions = {
  quantiles(task, { values, ...run }) {
    const options = { epsilon: task.epsilon, ...domainOf(run) };
    if (task.quantiles.length === 1) return [median(values, options).value];
    return quantiles(values, task.quantiles, options).value ?? task.quantiles.map(() => null);
  },
  mean: ({ epsilon }, run) => mean(ofRecords(run), { epsilon, ...domainOf(run) }).value,
  sum: ({ epsilon }, run) => sum(ofRecords(run), { epsilon, ...domainOf(run) }).value,
  histogram: ({ epsilon, edges }, run) =>
    histogram(ofRecords(run), { epsilon, edges }).value.map((bin) => bin.count),
  "count by groups"({ epsilon, groups: many }, { groups }) {
    const listed = Array.from({ length: many }, (_, i) => i);
    const counted = count({ users: null, groups }, { epsilon, groups: listed, perUser: 1 });
    return counted.groups.map(({ value }) => value);
  },
  words: ({ unit, epsilon, delta, perUser }, { users, words }) =>
    unit === "named"
      ? count({ users, groups: words }, { epsilon, delta, perUser, groups: "private" }).groups.map(
          ({ group }) => group,
        )
      : topK({ users, items: words }, { k: 100, epsilon, delta, perUser }).items.map(
          ({ item }) => item,
        ),
};

const isRefusal = (error) => error instanceof RangeError || error instanceof TypeError;

/**
 * Lines as the peers write them.
 * @param {ReturnType<import("./tasks.mjs").tasks>} asked
 */
export function answersOf({ tasks, sets }) {
  const answers = [];
  for (const task of tasks) {
    try {
      for (const [run, options] of task.runs.entries()) {
        const answer = functions[task.function](task, { ...sets[options.set], ...options });
        answers.push({ task: task.id, way: "default", run, answer });
      }
    } catch (error) {
      if (!isRefusal(error)) throw error;
      answers.push({ task: task.id, way: "default", cannot: error.message });
    }
  }
  return answers;
}
