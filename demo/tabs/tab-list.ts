// Tabs as ARIA describes them: arrow keys move and choose, Home and End go to the ends.
import { h } from "../dom.js";

export function showTabs(
  { list, panels }: { list: HTMLElement; panels: HTMLElement },
  tabs: { id: string; name: string; panel: HTMLElement; shown?: () => void }[],
) {
  const buttons = tabs.map(({ id, name }) =>
    h("button", {
      type: "button",
      role: "tab",
      id: `tab-${id}`,
      "aria-controls": `panel-${id}`,
      text: name,
    }),
  );
  list.replaceChildren(...buttons);
  panels.replaceChildren(
    ...tabs.map(({ id, panel }) => {
      panel.id = `panel-${id}`;
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", `tab-${id}`);
      panel.tabIndex = -1;
      return panel;
    }),
  );

  function choose(index: number, { remember = true } = {}) {
    tabs.forEach(({ panel }, i) => {
      buttons[i]!.setAttribute("aria-selected", `${i === index}`);
      buttons[i]!.tabIndex = i === index ? 0 : -1;
      panel.hidden = i !== index;
    });
    if (remember) history.replaceState(null, "", `#${tabs[index]!.id}`);
    tabs[index]!.shown?.();
  }

  buttons.forEach((button, index) => {
    button.addEventListener("click", () => choose(index));
  });
  list.addEventListener("keydown", (event) => {
    const now = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = {
      ArrowRight: (now + 1) % tabs.length,
      ArrowLeft: (now + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    if (now < 0 || next === undefined) return;
    event.preventDefault();
    choose(next);
    buttons[next]!.focus();
    buttons[next]!.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  });
  const wanted = tabs.findIndex(({ id }) => `#${id}` === location.hash);
  choose(Math.max(0, wanted), { remember: false });
  return { choose: (id: string) => choose(tabs.findIndex((tab) => tab.id === id)) };
}
