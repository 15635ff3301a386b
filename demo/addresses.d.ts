// What Vite and the parser of CSV have no declarations for.

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
