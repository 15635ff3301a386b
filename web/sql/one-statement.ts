/** What a statement consists of: text in quotes and comments may hold semicolons. */
const quoted = ["'", '"', "`"].map((q) => `${q}[^${q}]*(?:${q}${q}[^${q}]*)*${q}`).join("|");
const escaped = String.raw`'(?:[^'\\]|\\.|'')*'`;
const word = String.raw`[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*`;
const pieces = String.raw`(?<line>--[^\n]*)|(?<block>\/\*)|(?<dollar>\$(?:${word})?\$)|(?<end>;)|${word}|\s+|.`;

/** Strings in which a backslash escapes: after E, or all of them. */
const usual = new RegExp(`[eE]${escaped}|${quoted}|${pieces}`, "suy");
const escaping = new RegExp(`${escaped}|"(?:[^"\\\\]|\\\\.)*"|${quoted}|${pieces}`, "suy");

/**
 * The statement of a query, without semicolons after it.
 * @param hasEscapes whether a backslash escapes in all strings of the dialect
 * @throws {TypeError} if another statement follows
 */
export function oneStatement(option: string, sql: string, hasEscapes: boolean): string {
  const piece = hasEscapes ? escaping : usual;
  let statement: string | undefined;
  for (let at = 0; at < sql.length; ) {
    piece.lastIndex = at;
    const { 0: text, groups = {} } = piece.exec(sql)!;
    const start = at;
    at += text.length;
    if (groups.block !== undefined) at = endOfComment(sql, at);
    else if (groups.dollar !== undefined) at = after(sql, sql.indexOf(text, at), text);
    else if (groups.end !== undefined) statement ??= sql.slice(0, start);
    else if (groups.line === undefined && text.trim() !== "" && statement !== undefined) {
      throw new TypeError(`${option} must be one statement, got another after a semicolon`);
    }
  }
  return statement ?? sql;
}

const after = (sql: string, place: number, text: string) =>
  place < 0 ? sql.length : place + text.length;

/** Comments nest. @param at after the beginning of one */
function endOfComment(sql: string, at: number) {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = at;
  for (let depth = 1; depth > 0; ) {
    const mark = marks.exec(sql);
    if (mark === null) return sql.length;
    depth += mark[0] === "/*" ? 1 : -1;
  }
  return marks.lastIndex;
}
