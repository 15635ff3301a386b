// The ways between the states of the page by what they show: links and buttons, no addresses typed.
import { showsNoDialog } from "./shown.mjs";

export const button = (page, name) =>
  page.getByRole("button", { name }).locator("visible=true").first();

export const linkTo = (page, hash) =>
  page.locator(`a[href="${hash}"]`).locator("visible=true").first();

/** A new state has the focus at its heading. */
export const isShown = (page, view) =>
  page.waitForFunction((name) => {
    const { activeElement: one } = document;
    return one.tagName === "H1" && one.closest(`#${name}`) !== null;
  }, view);

export async function closeDialog(page, by) {
  await by.press(page.locator("dialog[open] .close"));
  await showsNoDialog(page);
}

/** To the choice of data. */
export async function toData(page, by) {
  if (await page.locator("#data").isVisible()) return;
  const isReading = await page.locator("#read").isVisible();
  await by.press(isReading ? button(page, "Do not open it") : linkTo(page, "#/data"));
  await isShown(page, "data");
}

/** From the choice of data to the questions about a sample. */
export async function openSample(page, by, name) {
  await toData(page, by);
  await by.press(linkTo(page, `#/ask?data=${name}`));
  await isShown(page, "ask");
}

/** From the questions to one of them. */
export async function askIn(page, by, id) {
  if (!(await page.locator("#ask").isVisible())) {
    await by.press(linkTo(page, "#/ask"));
    await isShown(page, "ask");
  }
  await by.press(page.locator("#ask").locator(`a[href="#/ask/${id}"]`).first());
  await isShown(page, "panes");
}
