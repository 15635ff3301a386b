// The addresses of the page's states, in the part of the URL behind #. Back undoes one of them at a time, and never
// draws or spends.

/** A state: the parts of its path, and what lies over it. */
export interface Route {
  /** "" for the start, "data", "ask" or "answer" */
  step: string;
  /** of a question, or "read" */
  id: string | undefined;
  /** a dialog over it */
  open: string | null;
  /** a sample to open first */
  sample: string | null;
}

export function routeOf(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#/, "").split("?");
  const [, step = "", id] = path.split("/");
  const asked = new URLSearchParams(query);
  return { step, id, open: asked.get("open"), sample: asked.get("data") };
}

/** The address of a state. */
export const hashOf = ({ step, id, open }: Omit<Route, "sample">) =>
  `#/${[step, id].filter(Boolean).join("/")}${open === null ? "" : `?open=${open}`}`;

const path = () => location.hash.replace(/^#/, "").split("?")[0] || "/";

export const go = (hash: string) => {
  location.hash = hash;
};

/** Shows another state in place of this one: Back skips it. */
export function replace(hash: string) {
  history.replaceState(history.state, "", hash);
  dispatchEvent(new HashChangeEvent("hashchange"));
}

export const openDialog = (name: string) => go(`#${path()}?open=${name}`);

/** Leaves a dialog as Back does. */
export const closeDialog = () => {
  if (routeOf(location.hash).open !== null) history.back();
};
