/** The compiled module: functions by the names that bindings/ gives them, and what Emscripten has of its own. */
export interface Core {
  [name: string]: (...args: unknown[]) => unknown;
  stackSave(): number;
  stackRestore(stack: number): void;
}

/** The Emscripten glue, which the build puts beside the JavaScript layer. */
export default function createCore(options: object): Promise<Core>;
