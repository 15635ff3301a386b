// `node scripts/compile.mjs preset target...`: builds targets of a CMake preset.
import { compile } from "./build.mjs";
import { main } from "./shell.mjs";

main(() => {
  const [preset, ...targets] = process.argv.slice(2);
  return compile(preset, targets);
});
