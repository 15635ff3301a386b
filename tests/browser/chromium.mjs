// Chromium without windows, which is Debian's smaller package and takes less of the processor than the browser does.
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
