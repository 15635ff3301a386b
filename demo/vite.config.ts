import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));

/** The page starts its workers from text: the bundle of the package's own worker stays unused. */
const notKept = /^(service-worker|worker-thread.*)\.js$/;

/** Writes the service worker with the list of the built files, and a version that changes with them. */
function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    closeBundle() {
      const folder = join(here, "dist");
      if (!existsSync(folder)) return;
      const files = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !notKept.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .sort();
      const hash = createHash("sha256");
      for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
      const list = ["./", ...files.map((file) => `./${file}`)];
      const code = readFileSync(join(here, "service-worker.js"), "utf8")
        .replace('"VERSION"', JSON.stringify(hash.digest("hex").slice(0, 16)))
        .replace('["FILES"]', JSON.stringify(list));
      writeFileSync(join(folder, "service-worker.js"), code);
    },
  };
}

export default defineConfig({
  base: "./", // any static host, any sub-path
  plugins: [offline()],
  // One file each: a worker that starts from text, on a sealed page, can load no other.
  worker: { format: "es", rolldownOptions: { output: { codeSplitting: false } } },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the .wasm and the icon stay files: the policy allows no data: scripts
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { checks: { pluginTimings: false } },
    license: { fileName: "licences.md" },
  },
});
