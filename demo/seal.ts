// The page seals itself: from here on the browser refuses every connection of the page and of the
// workers that it starts afterwards. A policy can be made stricter, never looser again.

/** Plot writes one style element into each chart; this is the hash of its text. */
const plotStyle = "'sha256-+TfQir1nvDucAdvE6XUQBt4ayUjpAWkbw2kCdSfekHM='";

export const sealedPolicy = [
  "default-src 'none'",
  "connect-src 'none'",
  "script-src 'wasm-unsafe-eval'",
  `style-src ${plotStyle}`,
  "img-src data: blob:",
  "worker-src blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** To be called once code, WebAssembly and sample data are here, before the page reads any file. */
export function seal() {
  const meta = document.createElement("meta");
  meta.httpEquiv = "Content-Security-Policy";
  meta.content = sealedPolicy;
  document.head.append(meta);
}

/** How to start workers from text. Their policy is the page's, so this is for after `seal`. */
export function sealedWorker(code: string, options: WorkerOptions) {
  const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  return () => new Worker(url, options);
}

/** Tries the ways in which a page could send something, for a visitor who wants to see it fail. */
export async function trySending(): Promise<{ way: string; refused: boolean }[]> {
  const target = new URL("./sealed?test", location.href);
  const socket = Object.assign(new URL(target), {
    protocol: location.protocol.replace("http", "ws"),
  });
  const ways = {
    fetch: () => fetch(target),
    XMLHttpRequest: () =>
      settled(
        new XMLHttpRequest(),
        (request) => {
          request.open("GET", target);
          request.send();
        },
        "load",
      ),
    WebSocket: () => settled(new WebSocket(socket), () => {}, "open"),
    "an image": () =>
      settled(new Image(), (image) => (image.src = target as unknown as string), "load"),
    "a script": () =>
      settled(
        document.createElement("script"),
        (script) => {
          script.src = target as unknown as string;
          document.head.append(script);
        },
        "load",
      ),
  };
  const results = [];
  for (const [way, attempt] of Object.entries(ways)) {
    const refused = await refusals(attempt);
    results.push({ way, refused });
  }
  return results;
}

/** Whether the browser reports that its policy stopped the attempt. */
async function refusals(attempt: () => Promise<unknown>) {
  let refused = false;
  const note = () => {
    refused = true;
  };
  document.addEventListener("securitypolicyviolation", note);
  try {
    await attempt();
  } catch {
    // refused or failed; the report distinguishes them
  }
  await new Promise((done) => setTimeout(done, 50));
  document.removeEventListener("securitypolicyviolation", note);
  return refused;
}

function settled<Target extends EventTarget>(
  target: Target,
  begin: (target: Target) => void,
  success: string,
) {
  return new Promise((resolve, reject) => {
    target.addEventListener(success, resolve);
    target.addEventListener("error", reject);
    begin(target);
  });
}
