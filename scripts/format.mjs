// Formats C++ and JavaScript; with --check it only tells what is not formatted, and lints. `--javascript`: only that;
// `--c++ folder...`: only C++, and only there.

import { fileURLToPath } from "node:url";
import { setUpNodeModules, setUpPackages } from "./setup.mjs";
import { main, run, runQuietly, tool } from "./shell.mjs";

/** What clang-format reads. @param {string[]} [folders] where */
export const cxxFiles = (folders = ["."]) =>
  runQuietly("git", [
    ...["ls-files", "-co", "--exclude-standard"],
    ...folders.flatMap((folder) => [`${folder}/*.cpp`, `${folder}/*.hpp`]),
  ])
    .split("\n")
    .filter(Boolean);

function formatCxx(check, folders) {
  setUpPackages(["clang-format"]);
  run("clang-format", [...(check ? ["--dry-run", "--Werror"] : ["-i"]), ...cxxFiles(folders)]);
}

function formatJavaScript(check) {
  setUpNodeModules();
  run(tool("biome"), ["check", ...(check ? [] : ["--write"]), "."]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(() => {
    const words = process.argv.slice(2);
    const check = words.includes("--check");
    const one = words.indexOf("--c++");
    if (!words.includes("--javascript"))
      formatCxx(check, one < 0 ? undefined : words.slice(one + 1));
    if (one < 0) formatJavaScript(check);
  });
}
