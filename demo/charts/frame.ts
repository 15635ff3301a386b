// Parts shared by all charts: their width, a text for screen readers, and a caption.
import { h } from "../dom.js";

/** The width that a chart may have now. */
export function chartWidth(maximum = 900) {
  const place = document.querySelector(
    "#panes:not([hidden]) .private[open] .figures, #plan:not([hidden]) .figures",
  );
  return Math.max(260, Math.min(maximum, place?.clientWidth ?? 600));
}

export const margins = { marginLeft: 48, marginRight: 16 };

/** A figure around a chart by Observable Plot. */
export function figure(plot: HTMLElement | SVGElement, title: string, words?: string) {
  plot.setAttribute("role", "img");
  // The picture has one name: Plot would name elements that may not have names.
  for (const part of plot.querySelectorAll("[aria-label]")) part.removeAttribute("aria-label");
  return h("figure", h("p.chart-title", title), plot, words && h("figcaption", words));
}

/** Bins as rows for Plot. */
export function binRows(edges: Float64Array, values: Float64Array) {
  return Array.from(values, (value, i) => ({ from: edges[i]!, to: edges[i + 1]!, value }));
}
