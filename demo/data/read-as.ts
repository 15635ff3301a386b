// What a column is, as its owner says it: nothing of a file is read in a way that nobody chose.
import type { Notation } from "../files/notation.js";

export type Kind = "text" | "number" | "date";

/** A column's kind, and how its cells are written. */
export interface ReadAs {
  kind: Kind;
  notation: Notation;
}

/** By the names of columns; a column without one is not read. */
export type Kinds = Record<string, ReadAs>;

/** A kind that the page offers by an example. */
export interface Offer extends ReadAs {
  value: string;
  text: string;
}

const number = (value: string, text: string, notation: Notation): Offer => ({
  ...{ value, text, notation },
  kind: "number",
});
const date = (value: string, text: string, notation: Notation): Offer => ({
  ...{ value, text, notation },
  kind: "date",
});

const english: Notation = { thousands: "," };
const continental: Notation = { decimal: ",", thousands: "." };

/** The kinds that the page offers, by group; of forms that read a cell alike the most usual is first. */
export const offers: { group: string; kinds: Offer[] }[] = [
  { group: "", kinds: [{ value: "text", text: "Text", kind: "text", notation: {} }] },
  {
    group: "Number",
    kinds: [
      number("en", "Number 1,234.5", english),
      number("de", "Number 1.234,5", continental),
      number("fr", "Number 1 234,5", { decimal: ",", thousands: " " }),
      number("plain", "Number 1234.5", {}), // as typed files hold them
    ],
  },
  {
    group: "Money",
    kinds: [
      number("en-money", "Money $1,234.50", { ...english, affix: ["$"] }),
      number("de-money", "Money 1.234,50 €", { ...continental, affix: ["€"] }),
    ],
  },
  {
    group: "Date",
    kinds: [
      date("ymd", "Date 2025-12-31", {}),
      date("dmy", "Date 31.12.2025", { dates: "%d.%m.%Y" }),
      date("mdy", "Date 12/31/2025", { dates: "%m/%d/%Y" }),
      date("dmy-slash", "Date 31/12/2025", { dates: "%d/%m/%Y" }),
    ],
  },
];

export const allOffers = offers.flatMap(({ kinds }) => kinds);

/** A time as its owner reads it: the day, and the time of day if it has one. */
export function shownTime(time: number) {
  if (Math.abs(time) > 8.64e15) return `${time}`;
  return new Date(time).toISOString().replace(/T00:00:00\.000Z$/, "");
}
