// On a first visit the contents are open where newcomers begin.
for (const section of ["Start", "What you can publish"]) {
  const key = `tsd-accordion-${section}`;
  if (localStorage.getItem(key) === null) localStorage.setItem(key, "true");
}
