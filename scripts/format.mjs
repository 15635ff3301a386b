// Formats C++ and JavaScript, or with `--check` lists unformatted files, and lints JavaScript.
import { setUpDebian, setUpNodeModules } from "./setup.mjs";
import { main, run, runQuietly, tool } from "./shell.mjs";

main(() => {
  setUpDebian("linters");
  setUpNodeModules();
  const check = process.argv.includes("--check");
  const tracked = ["ls-files", "-co", "--exclude-standard", "*.cpp", "*.hpp"];
  const files = runQuietly("git", tracked).trim().split("\n");
  run("clang-format", [...(check ? ["--dry-run", "--Werror"] : ["-i"]), ...files]);
  run(tool("biome"), ["check", "--error-on-warnings", ...(check ? [] : ["--write"]), "."]);
});
