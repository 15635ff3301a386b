// What to ask: six questions in the words of the open data, and those of Advanced by their names.
import { h, place } from "../dom.js";
import { advanced, cards } from "../questions/all.js";
import type { Workspace } from "../workspace.js";

const svgSpace = "http://www.w3.org/2000/svg";

function drawing(path: string) {
  const svg = document.createElementNS(svgSpace, "svg");
  svg.setAttribute("viewBox", "0 0 44 44");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(svgSpace, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

/** @param nameOf the name of a question */
export function askView(workspace: Workspace, nameOf: (id: string) => string) {
  const grid = h("ul.kindgrid");
  place("#ask").append(
    h("h1", { tabindex: -1, text: "What do you want to know?" }),
    grid,
    h(
      "section.card.advanced",
      { "aria-labelledby": "advanced-title" },
      h("h2", { id: "advanced-title", text: "Advanced" }),
      h(
        "ul",
        ...advanced.map(({ id, about, name }) =>
          h("li", h("a", { href: `#/ask/${id}` }, h("b", name ?? nameOf(id)), h("span", about))),
        ),
      ),
    ),
  );
  return {
    show() {
      grid.replaceChildren(
        ...cards.map(({ id, drawing: path, about }) =>
          h(
            "li",
            h(
              "a",
              { href: `#/ask/${id}` },
              drawing(path),
              h("b", nameOf(id)),
              h("span", about(workspace.dataset)),
            ),
          ),
        ),
      );
    },
  };
}
