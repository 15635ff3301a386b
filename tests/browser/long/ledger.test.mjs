// The budget on the demo page: spent, refused, reserved and downloaded.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import Ajv from "ajv";
import { openPage, startBrowser } from "../page.mjs";
import {
  epsilonLeft,
  openTab,
  release,
  salaries,
  sayWhose,
  setEpsilon,
  startAnother,
} from "../visitor.mjs";

let session;

before(async () => {
  session = await startBrowser();
});

after(() => session?.close());

async function downloaded(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return JSON.parse(readFileSync(await download.path(), "utf8"));
}

test("an exhausted budget is rejected in plain words without a draw, and changing the ledger does not reset it", async () => {
  const { context, page, problems } = await openPage(session);
  await setEpsilon(page, "interior", 1);
  await release(page, "interior");
  assert.equal(await epsilonLeft(page), 0.8);
  assert.match(
    await page.locator("#panel-interior .price").innerText(),
    /the ledger will reject it/,
  );
  const refusal = await release(page, "interior");
  assert.match(refusal, /The ledger rejects this question\. It spent nothing/);
  assert.match(refusal, /epsilon 0\.8 .* left/);
  assert.equal(await page.locator("#panel-interior .value").count(), 0);
  assert.equal(await epsilonLeft(page), 0.8);
  await setEpsilon(page, "interior", 0.8);
  await release(page, "interior");
  assert.equal(await epsilonLeft(page), 0);

  await openTab(page, "ledger");
  await page.waitForSelector("#panel-ledger tbody tr:nth-child(3)");
  assert.match(await page.locator("#panel-ledger").innerText(), /epsilon spent 2 of 2/);
  await startAnother(page);
  await page.waitForFunction(() =>
    document.querySelector("#budget").textContent.includes("2 of 2"),
  );
  await page.getByText(/One ledger was put aside .* epsilon 2 spent/).waitFor();
  await openTab(page, "interior");
  await release(page, "interior");
  assert.equal(await epsilonLeft(page), 1.2);
  assert.deepEqual(problems, []);
  await context.close();
});

test("data opened during a draw wait for it: no answer mixes data or ledgers", async () => {
  const { context, page, problems } = await openPage(session);
  await openTab(page, "stream");
  await page.waitForSelector("#panel-stream figure");
  await page.locator("#panel-stream select").first().selectOption({ label: "date, day by day" });
  await page.locator("#panel-stream button[type=submit]:not([disabled])").click();
  await page.waitForSelector("#panel-stream .strip i:nth-child(3)");
  await page.setInputFiles("#file", salaries);
  await sayWhose(page);
  await page.getByText("Opening …").waitFor();
  await page.waitForSelector("#panel-stream .strip i:nth-child(60)", { state: "attached" });
  assert.match(await page.locator("#data-summary").innerText(), /^Flights/);
  await page.waitForFunction(() =>
    document.querySelector("#data-summary").textContent.startsWith("salaries"),
  );
  assert.match(await page.locator("#panel-stream .answer").innerText(), /Nothing yet/);
  assert.equal(await epsilonLeft(page), 2);
  await page.getByRole("button", { name: "Flights", exact: true }).click();
  await page.waitForFunction(() =>
    document.querySelector("#budget").textContent.includes("1 of 2"),
  );
  await openTab(page, "ledger");
  await page.waitForSelector("#panel-ledger tbody tr:nth-child(2)");
  assert.match(
    await page.locator("#panel-ledger tbody").innerText(),
    /ThresholdMonitor by sampled\s+0\.8/,
  );
  assert.deepEqual(problems, []);
  await context.close();
});

test("the ledger and each answer can be downloaded, the ledger in the package's schema", async () => {
  const { context, page } = await openPage(session);
  const answer = await downloaded(
    page,
    page.getByRole("button", { name: "Download answer and record" }),
  );
  assert.equal(answer.record.epsilon, 0.2);
  assert.equal(answer.released.column, "distance");
  assert.equal(typeof answer.released.value, "number");
  await openTab(page, "top-k");
  await release(page, "top-k");
  await openTab(page, "ledger");
  await page.waitForSelector("#panel-ledger tbody tr:nth-child(2)");
  const saved = await downloaded(page, page.getByRole("button", { name: "Download the ledger" }));
  const schema = JSON.parse(
    readFileSync(new URL("../../../dist/ledger.schema.json", import.meta.url), "utf8"),
  );
  const { default: Ajv2020 } = await import("ajv/dist/2020.js");
  const Checker = schema.$schema?.includes("2020") ? Ajv2020 : Ajv;
  const check = new Checker({ strict: false }).compile(schema);
  assert.ok(check(saved.ledger), JSON.stringify(check.errors));
  assert.equal(saved.ledger.entries.length, 2);
  const record = await downloaded(page, page.getByRole("button", { name: "JSON of record 2" }));
  assert.deepEqual(record, saved.ledger.entries[1].record);
  await context.close();
});

test("a ledger with an impossible total is rejected with an explanation", async () => {
  const { context, page } = await openPage(session);
  await openTab(page, "ledger");
  await openTab(page, "ledger");
  await page.locator("#panel-ledger form.ask").evaluate((form) => {
    form.noValidate = true;
  });
  await startAnother(page, { epsilon: 0 });
  await page.waitForSelector("#panel-ledger .error:not([hidden])");
  assert.match(await page.locator("#panel-ledger form.ask .error").innerText(), /epsilon must be/);
  assert.equal(await epsilonLeft(page), 1.8);
  await context.close();
});
