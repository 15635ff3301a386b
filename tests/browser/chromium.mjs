// Chromium without windows: a smaller Debian package, which needs less processor time than the full browser.
import { chromium } from "playwright-core";

export const chromiumProgram = "/usr/bin/chromium-headless-shell";

/** A browser that sends requests to its pages only. */
export function startChromium() {
  return chromium.launch({
    executablePath: chromiumProgram,
    args: [
      ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
      ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
    ],
  });
}
