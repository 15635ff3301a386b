// The ways in which a page or a worker can send data. Each requests a distinct address.

/** Runs in the page or in a worker; reports no success, as the server's log does. */
export async function tryAllWays({ base, inPage }) {
  const wait = (target, begin) =>
    new Promise((done) => {
      for (const type of ["load", "open", "error", "close"]) target.addEventListener(type, done);
      setTimeout(done, 1500);
      begin?.(target);
    });
  const address = (way) => `${base}leak?${way}`;
  const ways = {
    fetch: () => fetch(address("fetch")),
    keepalive: () => fetch(address("keepalive"), { method: "POST", body: "x", keepalive: true }),
    xhr: () =>
      wait(new XMLHttpRequest(), (request) => {
        request.open("POST", address("xhr"));
        request.send("x");
      }),
    socket: () => wait(new WebSocket(address("socket").replace("http", "ws"))),
    events: () => wait(new EventSource(address("events"))),
    import: () => import(address("import")),
  };
  const pageWays = {
    beacon: () => navigator.sendBeacon(address("beacon"), "x"),
    image: () =>
      wait(new Image(), (image) => {
        image.src = address("image");
      }),
    style: () =>
      wait(document.createElement("link"), (link) => {
        Object.assign(link, { rel: "stylesheet", href: address("style") });
        document.head.append(link);
      }),
    script: () =>
      wait(document.createElement("script"), (script) => {
        script.src = address("script");
        document.head.append(script);
      }),
    frame: () =>
      wait(document.createElement("iframe"), (frame) => {
        frame.src = address("frame");
        document.body.append(frame);
      }),
    object: () =>
      wait(document.createElement("object"), (object) => {
        object.data = address("object");
        document.body.append(object);
      }),
    video: () =>
      wait(document.createElement("video"), (video) => {
        video.src = address("video");
        document.body.append(video);
      }),
    background: () => {
      document.body.style.setProperty("background-image", `url("${address("background")}")`);
      return new Promise((done) => setTimeout(done, 500));
    },
    worker: () => wait(new Worker(address("worker"))),
    form: () => {
      const frame = Object.assign(document.createElement("iframe"), { name: "target" });
      const form = document.createElement("form");
      Object.assign(form, { method: "post", action: address("form"), target: "target" });
      document.body.append(frame, form);
      form.submit();
      return new Promise((done) => setTimeout(done, 500));
    },
  };
  const all = inPage ? { ...ways, ...pageWays } : ways;
  for (const attempt of Object.values(all)) {
    try {
      await attempt();
    } catch {
      // the server's log shows whether a request got out
    }
  }
  return Object.keys(all);
}
