// Next.js with both of its bundlers: a page in the browser and its worker without configuration; a page that the server
// answers, which leaves the package to Node.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { consumer, expected } from "../package/consumer.mjs";
import { folder, program, project, run } from "./place.mjs";
import { useBrowser, visit } from "./visit.mjs";

useBrowser();

const layout = `export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
`;

const inTheBrowser = `"use client";
import { useEffect } from "react";
${consumer}
export default function Page() {
  useEffect(() => {
    use().then(
      (text) => { document.title = text; },
      (error) => { document.title = "failed: " + error.message; },
    );
  }, []);
  return <p>a page</p>;
}
`;

const onTheServer = `import { load, median } from "logstar";
export const dynamic = "force-dynamic";
export default async function Page() {
  await load();
  const { record } = median([1, 2, 3], { epsilon: 1 });
  return <title>{"epsilon " + record.epsilon}</title>;
}
`;

/** The folder with all installed packages is the project root, whatever lies above it. */
const config = (more) => `const root = ${JSON.stringify(folder)};
export default { turbopack: { root }, outputFileTracingRoot: root, ${more} };
`;

const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };

/** Builds a project of one page, serves it, and returns the page that a visitor loads. */
async function built(name, page, flags, more = "") {
  const place = project(name, {
    "package.json": '{ "private": true, "type": "module" }\n',
    "next.config.mjs": config(more),
    "app/layout.js": layout,
    "app/page.js": page,
  });
  run(program("next"), ["build", ...flags], { cwd: place, env });
  const server = spawn(process.execPath, [program("next"), "start", "--port", "0"], {
    ...{ cwd: place, env, stdio: ["ignore", "pipe", "inherit"] },
  });
  try {
    const url = await new Promise((resolve, reject) => {
      let told = "";
      server.stdout.on("data", (chunk) => {
        told += chunk;
        const [found] = told.match(/http:\/\/localhost:\d+/) ?? [];
        if (found && /Ready/.test(told)) resolve(found);
      });
      server.once("exit", (code) => reject(new Error(`next start ended with ${code}: ${told}`)));
    });
    return await visit(url);
  } finally {
    server.kill();
  }
}

for (const [bundler, flag] of [
  ["Turbopack", "--turbopack"],
  ["webpack", "--webpack"],
]) {
  test(`Next.js with ${bundler} builds a page of the browser and its worker without configuration`, async () => {
    const { title, wasm } = await built(`next-${bundler}`, inTheBrowser, [flag]);
    assert.equal(title, expected);
    assert.ok(wasm >= 1);
  });

  test(`Next.js with ${bundler} renders a page on the server if the package stays outside of its bundle`, async () => {
    const more = 'serverExternalPackages: ["logstar"]';
    const { title, wasm } = await built(`next-server-${bundler}`, onTheServer, [flag], more);
    assert.deepEqual({ title, wasm }, { title: "epsilon 1", wasm: 0 });
  });
}
