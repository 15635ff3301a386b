/** The part of Papa Parse that the readers of files use; it declares no types. */
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
