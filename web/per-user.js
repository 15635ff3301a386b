import { wholeOption } from "./options.js";

/**
 * @param {number} perUser
 * @returns {number | undefined} nothing for any number
 */
export function perUserOption(perUser) {
  return perUser === Number.POSITIVE_INFINITY ? undefined : wholeOption("perUser", perUser, 1, 1e9);
}
