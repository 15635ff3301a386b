import { defineConfig } from "vite";

export default defineConfig({
  base: "./", // any static host, any sub-path
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the .wasm and the icon stay files: the policy allows no data: scripts
    modulePreload: { polyfill: false },
  },
});
