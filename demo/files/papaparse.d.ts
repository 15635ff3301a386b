/** What the readers of files use of Papa Parse, which declares no types. */
declare module "papaparse" {
  interface How {
    delimiter?: string;
    newline?: string;
    delimitersToGuess?: string[];
  }
  interface Parsed {
    data: string[][];
    errors: object[];
    meta: { delimiter: string };
  }
  const Papa: { parse(text: string, how: How): Parsed };
  export default Papa;
}
