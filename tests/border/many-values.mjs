// The median of a column at epsilon 1.
import { median } from "../../dist/index.js";

export const epsilon = 1;
export const value = (values, more) => median(values, { epsilon, ...more }).value;
