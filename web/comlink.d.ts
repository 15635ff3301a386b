/** What logstar uses of Comlink, which the build puts beside the JavaScript layer. */
export interface Endpoint {
  postMessage(message: any, transfer?: Transferable[]): void;
  addEventListener(type: string, listener: (event: any) => void, options?: {}): void;
  removeEventListener(type: string, listener: (event: any) => void, options?: {}): void;
  start?: () => void;
}
export interface TransferHandler {
  canHandle(value: unknown): boolean;
  serialize(value: any): [any, Transferable[]];
  deserialize(value: any): any;
}
export const transferHandlers: Map<string, TransferHandler>;
export function expose(object: object, endpoint: Endpoint): void;
export function wrap(endpoint: Endpoint): any;
export function transfer<T>(object: T, transferables: Transferable[]): T;
