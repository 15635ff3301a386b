// Values so often that a median returns them for certain.
import { median } from "../../dist/index.js";

export const epsilon = 1;
export const value = (values, more) => median(values, { epsilon, ...more }).value;
