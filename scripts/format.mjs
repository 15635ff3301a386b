// Formats C++ and JavaScript, or with `--check` lists unformatted files, and lints JavaScript.
import { setUpDebian, setUpNodeModules } from "./setup.mjs";
import { main, run, runQuietly, tool } from "./shell.mjs";

/** The files of these patterns that git has or would take. @param {string[]} patterns */
const files = (...patterns) =>
  runQuietly("git", ["ls-files", "-co", "--exclude-standard", ...patterns])
    .trim()
    .split("\n");

main(() => {
  setUpDebian("linters");
  setUpNodeModules();
  const check = process.argv.includes("--check");
  const cpp = files("*.cpp", "*.hpp");
  run("clang-format", [...(check ? ["--dry-run", "--Werror"] : ["-i"]), ...cpp]);
  run(tool("biome"), ["check", "--error-on-warnings", ...(check ? [] : ["--write"]), "."]);
  // The words to use in place of others, and the longest sentence, are in .textlintrc.json.
  run(tool("textlint"), files("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/*.md"));
});
