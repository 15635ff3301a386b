// `node scripts/compile.mjs preset target... [-DOPTION=VALUE...]`: builds targets of a CMake preset.
import { compile } from "./build.mjs";
import { main } from "./shell.mjs";

main(() => {
  const [preset, ...rest] = process.argv.slice(2);
  const isSetting = (argument) => argument.startsWith("-D");
  return compile(
    preset,
    rest.filter((x) => !isSetting(x)),
    rest.filter(isSetting),
  );
});
