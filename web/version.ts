/** The library's version, as records carry it; the package test compares it with package.json. */
export const version = "0.1.0";
