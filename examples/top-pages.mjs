// The most visited pages of a web server's log, without giving any visitor away:
// `node examples/top-pages.mjs access.log`. Without a file it reads a log that is made up by a formula.
//
// A visitor is an address. Each one counts at no more than 5 pages, once at each, whatever the log says;
// pages with few visitors are not released, so private links stay private.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline/promises";
import { boundContributions, load, topK } from "logstar";

const line = /^(\S+) \S+ \S+ \[[^\]]*\] "(?:GET|POST) ([^ ?"]+)[^"]*" 200 /;

/** 4,000 visitors with 8 visits each, to pages of which number n is seen 1/n as often as the first. */
function* madeUpLog() {
  const time = "[01/Jan/2001:00:00:00 +0000]";
  for (let visitor = 0; visitor < 4000; ++visitor) {
    const address = `10.0.${visitor >> 8}.${visitor & 255}`;
    for (let visit = 0; visit < 8; ++visit) {
      // Spreads evenly over 0..1 (a golden ratio sequence), then over pages as Zipf's law has it.
      const place = ((8 * visitor + visit) * 0.6180339887498949) % 1;
      yield `${address} - - ${time} "GET /page/${Math.floor(60 ** place)} HTTP/1.1" 200 512`;
    }
    yield `${address} - - ${time} "GET /secret/${visitor} HTTP/1.1" 200 512`;
  }
}

const [file] = process.argv.slice(2);
const log = file === undefined ? madeUpLog() : createInterface({ input: createReadStream(file) });
const [users, items] = [[], []];
for await (const text of log) {
  const [, address, page] = line.exec(text) ?? [];
  if (page === undefined) continue; // errors, redirects, other methods
  users.push(address);
  items.push(page);
}

await load();
const visitors = boundContributions({ users, items }, { perUser: 5 });
const { items: pages, record } = topK(visitors, { k: 10, epsilon: 1, delta: 1e-8, counts: true });

console.log(`${items.length} visits. ${visitors.statement}\n`);
for (const { item, count } of pages) console.log(`  ${item}  about ${count} visitors`);
console.log(`\n${record.guarantee}\n${record.accuracy.statement}`);
