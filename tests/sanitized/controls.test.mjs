// The sanitized module reports its faults on request, and accepts the same reads within bounds.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";

/** The output of a process with one of the module's faults, and its exit. */
function ends(entry, name, place) {
  const here = (path) => JSON.stringify(new URL(path, import.meta.url));
  const program = `
    const { load } = await import(${here(`../../${entry}/index.js`)});
    const { call } = await import(${here(`../../${entry}/core/load.js`)});
    await load();
    try {
      console.log("answer", call("${name}", ${place}));
    } catch (error) {
      console.log("caught", error);
    }`;
  const args = ["--input-type=module", "--eval", program];
  const { signal, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  return { signal, stdout, stderr };
}

for (const entry of ["dist", "build/enumerating"]) {
  for (const [what, name, right, wrong, report] of [
    ["a byte past the end of an array", "readHeap", 9, 10, /heap-buffer-overflow/],
    ["a byte past the end of a local array", "readStack", 9, 10, /stack-buffer-overflow/],
    ["memory that was freed", "readFreed", 0, 1, /heap-use-after-free/],
    ["a sum too large for its type", "addToLargest", 0, 1, /signed integer overflow/],
  ]) {
    test(`${entry}: ${what} ends the process with a report, even if the caller catches errors`, () => {
      const { stdout, signal } = ends(entry, name, right);
      assert.match(stdout, /^answer \d+\n$/);
      assert.equal(signal, null);
      const found = ends(entry, name, wrong);
      assert.equal(found.signal, "SIGABRT");
      assert.equal(found.stdout, "");
      assert.match(found.stderr, report);
    });
  }
}
