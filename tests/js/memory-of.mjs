// Measures the core's memory after a call, in a separate process, as it never shrinks: `node memory-of.mjs
// records share algorithm`, for doubles with a share of equal ones.
const { instantiate } = WebAssembly;
let memory;
WebAssembly.instantiate = async (module, imports) => {
  const instance = await instantiate(module, imports);
  memory ??= Object.values(instance.exports).find((one) => one instanceof WebAssembly.Memory);
  return instance;
};
const { load, median } = await import("../../dist/index.js");
await load();
const [records, share, algorithm] = process.argv.slice(2);
const values = new Float64Array(Number(records)).fill(5);
for (let i = 0; i < values.length * (1 - Number(share)); ++i) values[i] = (i * 0.6180339887) % 10;
const { value } = median(values, { epsilon: 1, algorithm });
console.log(JSON.stringify({ value, input: values.byteLength, bytes: memory.buffer.byteLength }));
