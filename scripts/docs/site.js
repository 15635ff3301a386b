// On a first visit the contents are open where newcomers begin.
for (const section of ["Start", "Functions for your data"]) {
  const key = `tsd-accordion-${section}`;
  if (localStorage.getItem(key) === null) localStorage.setItem(key, "true");
}

// A table that scrolls by itself can be scrolled by keys.
const tables = new ResizeObserver((seen) => {
  for (const { target } of seen) {
    if (target.scrollWidth > target.clientWidth) target.setAttribute("tabindex", "0");
    else target.removeAttribute("tabindex");
  }
});
for (const table of document.querySelectorAll(".tsd-typography table")) tables.observe(table);
