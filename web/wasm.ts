/**
 * The package's own logstar.wasm, which lies beside this file and beside each bundle that the package has of it. Bundlers
 * know this form. No other address is resolved against import.meta.url.
 * @returns a URL, typed as unknown because the DOM library may be absent
 */
export const ownModule = (): unknown => new URL("./logstar.wasm", import.meta.url);
