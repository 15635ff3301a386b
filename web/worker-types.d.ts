export type WorkerLibrary = any;
