/** The compiled module: functions by their names in bindings/, and Emscripten's own. */
export interface Core {
  [name: string]: (...args: unknown[]) => unknown;
  stackSave(): number;
  stackRestore(stack: number): void;
}

/** The Emscripten glue, which the build puts beside the JavaScript layer. */
export default function createCore(options: object): Promise<Core>;
