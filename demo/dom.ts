// Building elements without a framework. It sets no style attributes, which the page's policy forbids.

/** The element of the page's HTML with this selector. */
export const place = <Place extends HTMLElement = HTMLElement>(selector: string) =>
  document.querySelector(selector) as Place;

type NameIn<Tag extends string> = Tag extends `${infer Name}.${string}` ? Name : Tag;
type ElementOf<Tag extends string> =
  NameIn<Tag> extends keyof HTMLElementTagNameMap
    ? HTMLElementTagNameMap[NameIn<Tag>]
    : HTMLElement;
export type Child = string | Node | null | undefined | false;

/**
 * @param tag with classes: "p.hint.small"
 * @param props attributes (`on…` are listeners, `text` the content), or a first child
 */
export function h<Tag extends string>(
  tag: Tag,
  props?: object | string | Node | null,
  ...children: Child[]
): ElementOf<Tag> {
  const [name, ...classes] = tag.split(".") as [NameIn<Tag>, ...string[]];
  const node = document.createElement(name) as ElementOf<Tag>;
  if (classes.length > 0) node.className = classes.join(" ");
  if (props instanceof Node || typeof props === "string") children.unshift(props);
  else setAll(node, props ?? {});
  node.append(
    ...children.filter(
      (child): child is string | Node => child !== null && child !== undefined && child !== false,
    ),
  );
  return node;
}

function setAll(node: HTMLElement, props: object) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "text") node.textContent = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
}

const svgSpace = "http://www.w3.org/2000/svg";

const paths = {
  leaves: "M5 19 19 5M9 5h10v10",
  stays: "M6 11V8a6 6 0 0 1 12 0v3M5 11h14v9H5z",
  seal: "M12 3 5 6v5c0 4.500 3 8 7 10 4-2 7-5.500 7-10V6zM9 12l2.200 2.200L15.500 10",
  shield: "M12 3 5 6v5c0 4.500 3 8 7 10 4-2 7-5.500 7-10V6z",
  exact: "M12 3v4M12 17v4M3 12h4M17 12h4M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0",
  file: "M7 3h7l5 5v13H7zM14 3v5h5",
  download: "M12 4v11m-5-5 5 5 5-5M5 20h14",
};

/** A small line drawing, hidden from screen readers, as words accompany it. */
export function icon(name: keyof typeof paths) {
  const svg = document.createElementNS(svgSpace, "svg");
  for (const [key, value] of Object.entries({
    viewBox: "0 0 24 24",
    class: "icon",
    "aria-hidden": "true",
  })) {
    svg.setAttribute(key, value);
  }
  const path = document.createElementNS(svgSpace, "path");
  path.setAttribute("d", paths[name]);
  svg.append(path);
  return svg;
}

/** Runs only the last of many calls, once a frame: sliders move faster than charts. */
export function lastOnly(work: () => Promise<void>) {
  let waiting = false;
  let running = false;
  const run = async () => {
    waiting = false;
    running = true;
    try {
      await work();
    } finally {
      running = false;
      if (waiting) run();
    }
  };
  return () => {
    if (waiting) return;
    waiting = true;
    if (!running) requestAnimationFrame(run);
  };
}

/** Offers text as a file. The browser writes it to the disk, without a request. */
export const download = (name: string, text: string) =>
  downloadBlob(name, new Blob([text], { type: "application/json" }));

export function downloadBlob(name: string, blob: Blob) {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
