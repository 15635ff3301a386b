/**
 * Takes what concerns the worker out of a call's options.
 * @param {any[]} all the arguments
 * @param {number} at which of them has the options
 * @param {boolean} [onlyControls] whether there are no other options, and the function knows of none
 * @returns {{ args: any[], controls: any }}
 */
export function splitControls(all, at, onlyControls = false) {
  const options = all[at];
  const args = onlyControls ? all.slice(0, at) : [...all];
  if (typeof options !== "object" || options === null) return { args, controls: {} };
  const { signal, onProgress, transfer, ...own } = options;
  if (signal === undefined && onProgress === undefined && transfer === undefined) {
    return { args, controls: {} };
  }
  if (!onlyControls) args[at] = own;
  return { args, controls: { signal, onProgress, transfer } };
}
