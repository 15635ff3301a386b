// Fields of typed files beyond numbers and text. Each has a name, which identifies people and groups, and a
// value, for questions about values. Only a field with a name identifies a person or a group.

/** The readings of a field; an absent one is undefined or NaN. */
export class Cell {
  /** @returns its name, different for different fields of a column */
  get text(): string | undefined {
    return undefined;
  }

  get number(): number {
    return Number.NaN;
  }

  /** @returns milliseconds since 1970 */
  get time(): number {
    return Number.NaN;
  }

  /** The text that its owner sees. */
  get shown() {
    return this.text ?? "";
  }
}

/** A present but unreadable field: a list, an object, bytes that are not text. */
export class Unread extends Cell {
  #shown;

  constructor(shown: string) {
    super();
    this.#shown = shown;
  }

  get shown() {
    return this.#shown;
  }
}

/**
 * A float that may represent several whole numbers, which were different before the file rounded them. As a
 * value it is near enough; as a name it is unusable.
 */
export class Rounded extends Cell {
  #number;

  constructor(number: number) {
    super();
    this.#number = number;
  }

  get number() {
    return this.#number;
  }

  get shown() {
    return `${this.#number}`;
  }
}

/** A number by its digits, which no double has. */
export class Digits extends Cell {
  #text;

  constructor(text: string) {
    super();
    this.#text = text;
  }

  get text() {
    return this.#text;
  }

  get number() {
    return Number(this.#text);
  }
}

/** A whole number of 10^-scale. */
export class Decimal extends Cell {
  #whole;
  #scale;

  /** @param scale above 0 */
  constructor(whole: bigint, scale: number) {
    super();
    this.#whole = whole;
    this.#scale = scale;
  }

  /** With all its digits after the point, as the file's type has them. */
  get text() {
    const isBelow = this.#whole < 0n;
    const digits = `${isBelow ? -this.#whole : this.#whole}`.padStart(this.#scale + 1, "0");
    const point = digits.length - this.#scale;
    return `${isBelow ? "-" : ""}${digits.slice(0, point)}.${digits.slice(point)}`;
  }

  get number() {
    return Number(this.text);
  }
}

/** The furthest that a Date reaches. */
const furthest = 8.64e15;

/** A point in time, in whole parts of a second since 1970. */
export class Moment extends Cell {
  #ticks;
  #perSecond;
  #zone;

  /**
   * @param perSecond a power of 10, at least 1000
   * @param zone what its name ends with: "+00" of a time that is UTC's
   */
  constructor(ticks: bigint, perSecond: bigint, zone: string) {
    super();
    this.#ticks = ticks;
    this.#perSecond = perSecond;
    this.#zone = zone;
  }

  /** As engines write it: 2026-02-28 12:30:00.25 */
  get text() {
    const second = floored(this.#ticks, this.#perSecond);
    const date = new Date(1000 * Number(second));
    if (Number.isNaN(date.getTime())) return `${this.#ticks} / ${this.#perSecond} s`;
    const places = `${this.#perSecond}`.length - 1;
    const rest = `${this.#ticks - second * this.#perSecond}`.padStart(places, "0");
    const part = rest.replace(/0+$/, "");
    const whole = date.toISOString().slice(0, -".000Z".length).replace("T", " ");
    return `${whole}${part && `.${part}`}${this.#zone}`;
  }

  /** Cut down to milliseconds; infinite ones lie beyond every end. */
  get time() {
    const time = Number(floored(this.#ticks, this.#perSecond / 1000n));
    return Math.min(Math.max(time, -furthest), furthest);
  }
}

/** A day, counted from 1970. */
export class Day extends Cell {
  #days;

  constructor(days: number) {
    super();
    this.#days = days;
  }

  get text() {
    const date = new Date(864e5 * this.#days);
    if (Number.isNaN(date.getTime())) return `${this.#days} days`;
    return date.toISOString().slice(0, -"T00:00:00.000Z".length);
  }

  get time() {
    return Math.min(Math.max(864e5 * this.#days, -furthest), furthest);
  }
}

function floored(value: bigint, by: bigint) {
  return value / by - (value % by < 0n ? 1n : 0n);
}
