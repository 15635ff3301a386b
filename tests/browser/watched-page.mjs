// Pages of a browser that record every request and console message.

/** A new page that records its requests and console messages. */
export async function watchedPage(browser, options = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const [requests, problems] = [[], []];
  page.on("request", (request) => requests.push(request.url()));
  page.on("requestfailed", (request) => problems.push(`failed: ${request.url()}`));
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  return { context, page, requests, problems };
}
