// The compiled core as the glue exposes it, without web/ around it.
import { readFileSync } from "node:fs";
import createCore from "../../dist/logstar.js";

/** @returns {Promise<{ core: Record<string, any>, memory: WebAssembly.Memory }>} a separate core */
export async function bareCore() {
  const file = new URL("../../dist/logstar.wasm", import.meta.url);
  const module = new WebAssembly.Module(readFileSync(file));
  let memory;
  const core = await createCore({
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(module, imports);
      memory = Object.values(instance.exports).find((one) => one instanceof WebAssembly.Memory);
      done(instance, module);
      return instance.exports;
    },
  });
  core.setEntropy((bytes) => crypto.getRandomValues(bytes) && true);
  return { core, memory };
}
