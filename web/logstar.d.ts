/** The Emscripten glue, which the build puts beside the JavaScript layer. */
export default function createCore(
  options: object,
): Promise<Record<string, (...args: any[]) => any>>;
