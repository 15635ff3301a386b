// The actions of a visitor on the page, in words.
import { epsilons } from "../../build/programs/demo/parts/epsilons.js";

export const tabs = [
  ...["interior", "groups", "top-k", "thresholds", "stream", "plan", "ledger", "lesson"],
];

/** Tabs without a release. */
export const quiet = ["plan", "ledger", "lesson"];

export async function openTab(page, id) {
  await page.locator(`#tab-${id}`).click();
}

/** Presses the button that spends, then waits for the answer or the refusal. */
export async function release(page, id) {
  const answer = page.locator(`#panel-${id} .answer`);
  const before = answer.locator("> [data-before]");
  await answer.evaluate(({ children }) => {
    for (const shown of children) shown.dataset.before = "";
  });
  // If a new forecast locks the button at that moment, a press does nothing, so a person presses it again.
  do await page.locator(`#panel-${id} button[type=submit]:not([disabled])`).click();
  while ((await before.count()) > 0);
  await page.waitForSelector(
    `#panel-${id} .answer:not([aria-busy]) :is(.guarantee, .refused, .error)`,
    { timeout: 60_000 },
  );
  return answer.innerText();
}

export async function setEpsilon(page, id, epsilon) {
  const slider = page.locator(`#panel-${id} .field:has(label:text-is("Epsilon")) input`);
  await slider.fill(String(epsilons.indexOf(epsilon)));
}

export async function epsilonLeft(page) {
  const text = await page.locator("#budget").innerText();
  return Number(/left: ([\d.,]+) of/.exec(text)[1]);
}

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
export async function fillInKinds(page) {
  await page.getByRole("button", { name: "Fill in from the first 20 rows" }).click();
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

/** Types the words that confirm an irreversible step. */
export async function typeConfirmation(form) {
  const typed = form.getByLabel("To confirm, type");
  const label = await form.locator(".typed label").innerText();
  await typed.fill(label.replace("To confirm, type ", ""));
}

/** Puts the ledger aside and starts another one. */
export async function startAnother(page, total = {}) {
  await openTab(page, "ledger");
  const form = page.locator("#panel-ledger form.ask");
  if (total.epsilon !== undefined) await form.getByLabel("Total epsilon").fill(`${total.epsilon}`);
  await form.getByText("in all").first().waitFor();
  await typeConfirmation(form);
  await form.getByRole("button", { name: /^Put this ledger aside/ }).click();
}

/** From now on the page reads data only after `letRead`. */
export const holdReading = (page) =>
  page.evaluate(() => {
    const post = Worker.prototype.postMessage;
    const held = [];
    globalThis.letRead = () => {
      Worker.prototype.postMessage = post;
      for (const go of held) go();
    };
    Worker.prototype.postMessage = function (message, ...rest) {
      const go = () => post.call(this, message, ...rest);
      if (message?.path?.[0] === "read") held.push(go);
      else go();
    };
  });

export const letRead = (page) => page.evaluate(() => globalThis.letRead());

export async function openFile(page, file, { name = file.name, ...whose } = {}) {
  await page.setInputFiles("#file", file);
  await sayWhose(page, { name, ...whose });
  await page.waitForFunction(
    (start) =>
      document.querySelector("#read").hidden &&
      document.querySelector("#data-summary").textContent.startsWith(start),
    name,
  );
}

/** Returns the chart of the law for the current question. */
export async function pictureOf(page, id) {
  await page.waitForSelector(`#panel-${id} figure`);
  return page.locator(`#panel-${id} .figures`);
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

export const ready = (page) => page.waitForSelector("html[data-ready=true]");

/** Waits until this budget is shown. */
export const budgetSays = (page, text) =>
  page.waitForFunction(
    (part) => document.querySelector("#budget").textContent.includes(part),
    text,
  );

export async function askMedian(page, epsilon) {
  await openTab(page, "interior");
  await setEpsilon(page, "interior", epsilon);
  return release(page, "interior");
}
