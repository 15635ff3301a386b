// How a visitor acts on the page: with a pointer, or with keys only.

const listening = new WeakSet();

/** From now on the browser asks Playwright for files, and needs a moment to begin. */
async function listen(page) {
  if (listening.has(page)) return;
  listening.add(page);
  page.on("filechooser", () => {});
  await page.evaluate(() => new Promise(requestAnimationFrame));
}

/** Gives a file to the chooser that an act opens. */
async function answerChooser(page, file, act) {
  await listen(page);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), act()]);
  await chooser.setFiles(file);
}

export const pointer = {
  press: (target) => target.click(),
  tick: (target) => target.check(),
  pick: (target, label) => target.selectOption({ label }),
  write: (target, text) => target.fill(text),
  slide: (target, stop) => target.fill(String(stop)),
  open: (page, file) => answerChooser(page, file, () => page.locator("#drop").click()),
};

/** Far more than the stops of any state. */
const mostPresses = 300;

/** Presses a key until a target meets a condition. The page may replace its node meanwhile. */
async function until(target, { key, meets, wanted }) {
  for (let presses = 0; presses < mostPresses; ++presses) {
    if (await target.evaluate(meets, wanted)) return;
    await target.page().keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${await target.evaluate((one) => one.outerHTML)}`);
}

const hasFocus = (one) => one === document.activeElement;
/** Radio buttons of one name are one stop of the Tab key. */
const isNear = (one) =>
  one === document.activeElement ||
  (one.type === "radio" && document.activeElement.name === one.name);

/** Moves the focus to a target, as a visitor does: with the Tab key, and within radio buttons with an arrow. */
async function reach(target) {
  await until(target, { key: "Tab", meets: isNear });
  await until(target, { key: "ArrowDown", meets: hasFocus });
  return target.page();
}

export const keys = {
  async press(target) {
    const page = await reach(target);
    await page.keyboard.press("Enter");
  },
  async tick(target) {
    const page = await reach(target);
    if (!(await target.evaluate((one) => one.checked))) await page.keyboard.press("Space");
  },
  async pick(target, label) {
    await reach(target);
    const isBelow = await target.evaluate(
      (one, wanted) =>
        [...one.options].findIndex(({ text }) => text === wanted) > one.selectedIndex,
      label,
    );
    const meets = (one, wanted) => one.selectedOptions[0]?.text === wanted;
    await until(target, { key: isBelow ? "ArrowDown" : "ArrowUp", meets, wanted: label });
  },
  async write(target, text) {
    const page = await reach(target);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(text);
  },
  async slide(target, stop) {
    const page = await reach(target);
    await page.keyboard.press("Home");
    const meets = (one, wanted) => Number(one.value) === wanted;
    await until(target, { key: "ArrowRight", meets, wanted: stop });
  },
  async open(page, file) {
    const opened = await reach(page.locator("#file"));
    await answerChooser(opened, file, () => opened.keyboard.press("Enter"));
  },
};
