// A program that uses both entries; it runs in Node and, bundled or not, in browsers.
export const consumer = `import { load, median, topK } from "logstar";
import { connect, integers } from "logstar/worker";

async function use() {
  await load();
  const values = Float64Array.from({ length: 5000 }, (_, i) => i);
  const { value, record } = median(values, { epsilon: 1 });
  if (!(Math.abs(value - 2500) < 100)) throw new Error("median " + value);
  const { items } = topK(Array(500).fill("Oslo"), { k: 1, epsilon: 1, delta: 1e-6 });
  const logstar = await connect();
  const there = await logstar.median(values, { epsilon: 5, domain: integers(0, 5000) });
  if (!(Math.abs(there.value - 2500) < 50)) throw new Error("median in the worker " + there.value);
  const y = values.map((one) => (one < 2500 ? 1 : 0));
  const asked = { x: values, y, epsilon: 5, domain: integers(0, 5000) };
  const { value: rule } = await logstar.learnThreshold(asked); // the object crosses by the name of its class
  if (rule.predict(9) !== 1) throw new Error("rule " + JSON.stringify(rule));
  logstar.dispose();
  return items[0].item + " " + record.epsilon + " " + there.record.epsilon;
}
`;

/** The output of the program. */
export const expected = "Oslo 1 5";

export const forNode = `${consumer}console.log(await use());\n`;

export const forPages = `${consumer}use().then(
  (text) => { document.title = text; },
  (error) => { document.title = "failed: " + error.message; },
);
`;
