// Declarations that Vite and the CSV parser lack.

declare module "*?url" {
  const address: string;
  export default address;
}

declare module "*?worker&url" {
  const address: string;
  export default address;
}

interface ImportMeta {
  readonly env: { readonly PROD: boolean };
}
