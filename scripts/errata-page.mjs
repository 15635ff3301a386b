// docs/errata.md: its text is written by hand, its tables are what exact_tests wrote down.

/**
 * One figure of a slip.
 * @typedef {object} Figure
 * @property {string} slip the name between the marks of its section
 * @property {string} test that found it
 * @property {string} what
 * @property {string} found
 */

const marked = /(<!-- figures: ([a-z-]+) -->\n)[\s\S]*?(<!-- end of figures -->)/g;

/** The page with the figures between its marks. @param {string} page @param {Figure[]} figures */
export function errataPage(page, figures) {
  const onPage = slipsOf(page);
  for (const { slip, test } of figures) {
    if (!onPage.includes(slip)) throw new Error(`docs/errata.md has no place for ${slip}: ${test}`);
  }
  return page.replaceAll(marked, (_, begin, slip, end) => {
    const own = figures.filter((figure) => figure.slip === slip);
    if (own.length === 0) throw new Error(`no test reports figures of ${slip}`);
    return `${begin}${tables(own)}\n${end}`;
  });
}

/** The names of the slips that have figures. @param {string} page */
export function slipsOf(page) {
  return [...page.matchAll(marked)].map(([, , slip]) => slip);
}

/** One table for each test. */
function tables(figures) {
  const tests = [...new Set(figures.map(({ test }) => test))];
  return tests
    .map((test) => {
      const rows = figures
        .filter((figure) => figure.test === test)
        .map(({ what, found }) => `| ${escaped(what)} | ${escaped(found)} |`);
      return [`| *${escaped(test)}* | found |`, "|---|---|", ...rows, ""].join("\n");
    })
    .join("\n");
}

const escaped = (text) => text.replaceAll("|", "\\|").replaceAll("*", "\\*");
