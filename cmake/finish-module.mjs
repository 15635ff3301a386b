// What is done with the module when it is linked: it is split in two, the functions of both are put in an order that
// is shorter when it is zipped, and both are told that they belong together, as the loader asks.
// CMake calls it: node cmake/finish-module.mjs folder-of-binaryen file map second
import { createHash } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { orderFunctions } from "./order-functions.mjs";
import { splitModule } from "./split-module.mjs";
import { customSection } from "./wasm-file.mjs";

const [binaryen, file, map, second] = process.argv.slice(2);
splitModule(binaryen, file, map, second);
const both = [file, second];
for (const half of both) orderFunctions(join(binaryen, "wasm-opt"), half);
const hash = createHash("sha256");
for (const half of both) hash.update(readFileSync(half));
const mark = customSection("logstar", hash.digest().subarray(0, 8));
for (const half of both) appendFileSync(half, mark);
