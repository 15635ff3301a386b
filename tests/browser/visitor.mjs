// The actions of a visitor on the page, in words.
import { stops } from "../../build/programs/demo/parts/exactness.js";
import { shows } from "./shown.mjs";

/** The questions, by the last part of their addresses. */
export const questions = [
  ...["typical", "groups", "common", "count", "dist", "predict"],
  ...["interior", "threshold", "stream", "slices"],
];

export const ready = (page) => page.waitForSelector("html[data-ready=true]");

/** Follows an address of the page. */
export async function follow(page, hash) {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
}

/** Goes back in the history to an address of the page. */
export async function backTo(page, hash) {
  while ((await page.evaluate(() => location.hash)) !== hash) await page.goBack();
  await shows(page, hash);
}

/** Opens a sample, and waits for its questions. */
export async function openSample(page, name) {
  await follow(page, `#/ask?data=${name}`);
  await page.waitForFunction(
    (start) =>
      document.documentElement.dataset.state === "#/ask" &&
      document.querySelector("#stepper .sum").textContent.toLowerCase().startsWith(start),
    name,
  );
}

/** Chooses a question about the open data. */
export async function choose(page, id) {
  await follow(page, `#/ask/${id}`);
  await shows(page, `#/ask/${id}`);
}

/** Waits until the question can be asked. */
export const canAsk = (page) => page.waitForSelector("#go:not([disabled])");

const click = (target) => target.click();

/** A press in the moment that the button is on: no other tab can spend between. */
export const atOnce = () => {};

/** Presses the button that spends, then waits for the answer, or for the reason of none; returns its words. */
export async function release(page, press = click) {
  await canAsk(page);
  const isOff = await page.evaluate((isAtOnce) => {
    const go = document.querySelector("#go");
    if (go.disabled) return true; // another tab may have spent by now
    for (const shown of document.querySelectorAll("#answer > *")) shown.dataset.before = "";
    document.querySelector(".price").textContent = "";
    if (isAtOnce) go.click();
    return false;
  }, press === atOnce);
  if (isOff) return page.locator(".price").innerText();
  await press(page.locator("#go"));
  await page.waitForFunction(
    () =>
      document.querySelector("#answer > article:not([data-before])") !== null ||
      /Cancelled|Nothing was drawn|cannot|changed/.test(
        document.querySelector(".price").textContent,
      ),
    null,
    { timeout: 60_000 },
  );
  const isAnswered = (await page.locator("#answer > article:not([data-before])").count()) > 0;
  return page.locator(isAnswered ? "#answer" : ".price").innerText();
}

/** One of the five stops of exactness. */
export async function setEpsilon(page, epsilon) {
  await page.locator("#exact").fill(String(stops.indexOf(epsilon)));
}

/** What is left of the budget, from the numbers behind the question in hand. */
export async function epsilonLeft(page) {
  await page.waitForFunction(() =>
    / left$/.test(document.querySelector(".behind dd")?.textContent),
  );
  const text = await page.locator(".behind dd").first().textContent();
  return Number(/of ([\d.,]+) left/.exec(text)[1].replaceAll(",", ""));
}

/** Waits until this much is left. */
export const epsilonLeftIs = (page, left) =>
  page.waitForFunction(
    (wanted) => document.querySelector(".behind dd")?.textContent.endsWith(`of ${wanted} left`),
    String(left),
  );

export const salaries = {
  name: "salaries.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(
    `person,salary,town\n${Array.from({ length: 3000 }, (_, i) => `p${i},${20000 + 20 * i},${["Oslo", '"Bergen, west"', "Hamar"][i % 3]}`).join("\n")}\n`,
  ),
};

/** Waits for the step that asks how a file is read. */
export const readStep = (page) => page.waitForSelector("#read:not([hidden])");

/** Takes the kinds that the first rows suggest, once each column has one. */
export async function fillInKinds(page, press = click) {
  await press(page.getByRole("button", { name: "Fill in from the first 20 rows" }));
  await page.waitForFunction(() =>
    [...document.querySelectorAll("#read .column > select")].every(({ value }) => value !== ""),
  );
}

/** Says what each column is, who each row belongs to (by a column, or every row another person), and uses the data. */
export async function sayWhose(page, { person, name } = {}) {
  await readStep(page);
  await fillInKinds(page);
  if (person === undefined) await page.getByLabel("Each row is a different person").check();
  else {
    await page.getByLabel(/A person may have several rows/).check();
    await page.getByLabel("Column that says who it is").selectOption(person);
  }
  if (name !== undefined) await page.getByLabel("Call these people").fill(name);
  const others = page.getByLabel("None of these people is in the data that were asked before");
  if (await others.isVisible()) await others.check();
  await useData(page);
}

export const useData = (page) => page.getByRole("button", { name: "Use these data" }).click();

/** Opens a file, and waits for its questions. */
export async function openFile(page, file, { name = file.name, ...whose } = {}) {
  await page.setInputFiles("#file", file);
  await sayWhose(page, { name, ...whose });
  await page.waitForFunction(
    (start) =>
      document.documentElement.dataset.state === "#/ask" &&
      document.querySelector("#stepper .sum").textContent.startsWith(`${start}, `),
    name,
  );
}

/** From now on the threads hear this of the page only after `letGo`: "read" a file, or "send" a question its data. */
export const hold = (page, name) =>
  page.evaluate((held) => {
    const post = Worker.prototype.postMessage;
    const waiting = [];
    globalThis.letGo = () => {
      Worker.prototype.postMessage = post;
      for (const go of waiting) go();
    };
    Worker.prototype.postMessage = function (message, ...rest) {
      const go = () => post.call(this, message, ...rest);
      if (message?.path?.[0] === held) waiting.push(go);
      else go();
    };
  }, name);

export const letGo = (page) => page.evaluate(() => globalThis.letGo());

/** Unfolds what only the owner sees. */
export async function ownPicture(page) {
  if (!(await page.locator(".private[open]").count()))
    await page.locator(".private summary").click();
  await page.waitForSelector(".private .figures > *");
  return page.locator(".private .figures");
}

const visits = Array.from({ length: 2000 }, (_, row) => `p${row % 1000},${row % 90}`).join("\n");

/** 1,000 people with two rows each. */
export const visitsFile = (name = "visits.csv") => ({
  ...{ name, mimeType: "text/csv", buffer: Buffer.from(`person,minutes\n${visits}`) },
});

/** 300 people with one visit of 10 minutes, and 100 with nine visits of 90 minutes. */
export const busyVisits = {
  name: "busy.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(
    `person,minutes\n${Array.from({ length: 1200 }, (_, i) => (i < 300 ? `p${i},10` : `q${i % 100},90`)).join("\n")}`,
  ),
};

export async function askMedian(page, epsilon) {
  await choose(page, "typical");
  await setEpsilon(page, epsilon);
  return release(page);
}
