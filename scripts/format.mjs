// Formats C++ and JavaScript; with --check it only tells what is not formatted, and lints.

import { fileURLToPath } from "node:url";
import { setUpNodeModules, setUpPackages } from "./setup.mjs";
import { main, run, runQuietly } from "./shell.mjs";

export function format({ check }) {
  const files = runQuietly("git", ["ls-files", "-co", "--exclude-standard", "*.cpp", "*.hpp"])
    .split("\n")
    .filter(Boolean);
  if (files.length > 0) {
    run("clang-format", check ? ["--dry-run", "--Werror", ...files] : ["-i", ...files]);
  }
  run("npx", ["--no-install", "biome", "check", ...(check ? [] : ["--write"]), "."]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(() => {
    setUpPackages(["clang-format"]);
    setUpNodeModules();
    format({ check: process.argv.includes("--check") });
  });
}
