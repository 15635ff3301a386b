// What a visitor does with the page, in words.
import { epsilons } from "../../demo/parts/epsilons.js";

export const tabs = ["interior", "thresholds", "top-k", "stream", "plan", "ledger"];

export async function openTab(page, id) {
  await page.locator(`#tab-${id}`).click();
}

/** Presses the button that spends and waits for the answer or the refusal. */
export async function release(page, id) {
  const answer = page.locator(`#panel-${id} .answer`);
  await page.locator(`#panel-${id} button[type=submit]:not([disabled])`).click();
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

export async function openFile(page, file) {
  await page.setInputFiles("#file", file);
  await page.waitForFunction(
    (name) => document.querySelector("#data-summary").textContent.startsWith(name),
    file.name,
  );
}

/** The law's chart has been drawn for what is asked now. */
export async function pictureOf(page, id) {
  await page.waitForSelector(`#panel-${id} figure`);
  return page.locator(`#panel-${id} .figures`);
}
