import { number, optional } from "../core/fields.js";

/** By how much one record moves a score; undefined for whole scores, which move by 1. */
export const sensitivity = () => optional({ read: number().read, kind: "number" }, undefined);
