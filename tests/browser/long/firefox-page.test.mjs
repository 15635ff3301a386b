// The demo page in Firefox, used as a person would: a file of people with several rows, a median by group, a reload.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import puppeteer from "puppeteer-core";
import { folder } from "../page.mjs";
import { shows } from "../shown.mjs";
import { serve } from "../static-server.mjs";

let server;
let browser;
let files;

before(async () => {
  files = mkdtempSync(join(tmpdir(), "logstar-firefox-page-"));
  const rows = Array.from({ length: 2000 }, (_, row) => {
    const person = row % 1000;
    return `p${person},${person < 100 ? "south,90" : "north,40"}`;
  });
  writeFileSync(join(files, "visits.csv"), ["person,town,minutes", ...rows].join("\n"));
  server = await serve(folder, "/");
  browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: "/usr/bin/firefox-esr",
    headless: true,
  });
});
after(async () => {
  await browser?.close();
  await server?.close();
  if (files !== undefined) rmSync(files, { recursive: true, force: true });
});

const ready = (page) => page.waitForSelector("html[data-ready=true]", { timeout: 60_000 });

async function open(page, says) {
  const input = await page.waitForSelector("#file");
  await input.uploadFile(join(files, "visits.csv"));
  await page.waitForSelector("#read:not([hidden])");
  if (says) {
    await page.waitForFunction(
      (text) => document.querySelector("#read").textContent.includes(text),
      {},
      says,
    );
  }
  await page.click("#read .head button");
  await page.waitForFunction(() =>
    [...document.querySelectorAll("#read .column > select")].every(({ value }) => value !== ""),
  );
  await page.click('#read input[value="column"]');
  await page.select("#read .whose select", "person");
  await page.click("#read button.primary");
  await shows(page, "#/ask");
}

test("in Firefox a person queries a file with several rows per person, and continues after a reload", async () => {
  const page = await browser.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  await page.goto(server.url);
  await ready(page);
  await open(page);
  await page.evaluate(() => {
    location.hash = "#/ask/groups";
  });
  await page.waitForSelector("#go:not([disabled])");
  // One question on two columns: how many people by town.
  await page.select("#question-form .fields .field:nth-child(2) select", "count");
  await page.waitForFunction(() =>
    document.querySelector("#expect").textContent.includes("the count (0 if withheld)"),
  );
  await page.click("#go");
  await page.waitForSelector("#answer .groups");
  const counts = await page.$eval("#answer .groups", (table) => table.innerText);
  // Noise of 10 / 4 people: an error of 900 has probability e^-200, so that the larger town is released.
  assert.match(counts, /north\s+\d+/);
  await page.reload();
  await ready(page);
  await open(page, "epsilon 1.6 of 2 is left");
  assert.deepEqual(problems, []);
});
