// The drawer of the budget, as a visitor uses it.
import { showsNoDialog } from "./shown.mjs";

export const drawer = (page) => page.locator("#ledger");

export async function openDrawer(page) {
  await page.locator("#open-ledger").click();
  await drawer(page).locator("#ledger-title").waitFor();
}

export async function closeDrawer(page) {
  await page.keyboard.press("Escape");
  await showsNoDialog(page);
}

export async function startAnother(page) {
  await openDrawer(page);
  await page.getByRole("button", { name: "Start another budget …" }).click();
  await page.getByLabel(/^These are other people/).check();
  await page.getByRole("button", { name: "Start another", exact: true }).click();
}
