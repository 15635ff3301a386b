// Several files of node's tests in one process, one after the other, each a suite: what each of them would import and
// compile for itself takes longer than its tests. TOGETHER names the files, from the project's folder.
import { suite } from "node:test";

for (const file of process.env.TOGETHER.split(" ")) {
  await suite(file, async () => {
    await import(new URL(`../${file}`, import.meta.url).href);
  });
}
