// Adds the draws to draws.txt that manifests of tests/exact name in full and that are not on record: `npm run build`, then
// `node tests/parity/write.mjs`. They come last, so that all draws before them stay as they are. C++ then compares them.
import { appendFileSync } from "node:fs";
import { modes } from "../exact/listed.mjs";
import { drawn, lines, record, restart } from "../js/parity-requests.mjs";

await restart();
for (const line of lines) drawn(line.split(" = ")[0]);
for (const request of new Set(modes.flatMap(({ parity }) => parity))) {
  if (lines.some((line) => line.startsWith(`${request} `))) continue;
  const line = `${request} = ${drawn(request)}`;
  appendFileSync(record, `${line}\n`);
  console.log(line);
}
