// What every state of the page has: one view, a title, a heading that takes the focus, and a place for failures.
import { place } from "../dom.js";
import { hashOf, type Route } from "../routes.js";

const views = ["why", "data", "read", "ask", "panes", "plan"] as const;

export function showView(view: (typeof views)[number]) {
  for (const name of views) place(`#${name}`).hidden = name !== view;
}

export function fail(message: string | undefined) {
  place("#page-error").hidden = message === undefined;
  place("#page-error").textContent = message ?? "";
}

let last: string | undefined;

/** Tells that a state is shown: it names the page, and the heading of a new one has the focus. */
export function announce(route: Omit<Route, "sample">) {
  const { step, id, open } = route;
  document.documentElement.dataset.state = hashOf(route);
  const state = `${step}/${id}`;
  const isNew = last !== undefined && last !== state;
  last = state;
  const heading = [...document.querySelectorAll<HTMLElement>("main h1")].find(
    (one) => one.offsetParent !== null,
  );
  const title = heading?.textContent?.trim();
  document.title = step === "" || !title ? "logstar: private answers" : `${title} · logstar`;
  if (!isNew || open !== null) return;
  scrollTo(0, 0);
  heading?.focus({ preventScroll: true });
}
