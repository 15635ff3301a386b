// Writes workbooks (.xlsx) as Excel does, with the parts that matter to a reader.
import { strToU8, zipSync } from "fflate";

const letters = (column) => String.fromCharCode(65 + column);
const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");

/** Days from Excel's day 0 to a date, in the reckoning of 1900. */
const serialOf = (date) => date.getTime() / 864e5 + 25569;

/** A cell: text, a number, digits of a number, a boolean, a Date, an error or null. */
function cellOf(cell, place, strings) {
  if (cell === null) return "";
  if (typeof cell === "number") return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === "bigint") return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === "boolean") return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (cell instanceof Date) {
    const isDay = cell.getTime() % 864e5 === 0;
    return `<c r="${place}" s="${isDay ? 1 : 2}"><v>${serialOf(cell)}</v></c>`;
  }
  if (cell.error) return `<c r="${place}" t="e"><f>1/0</f><v>${cell.error}</v></c>`;
  if (!strings.has(cell)) strings.set(cell, strings.size);
  return `<c r="${place}" t="s"><v>${strings.get(cell)}</v></c>`;
}

function sheetOf(rows, strings, merged = []) {
  const lines = rows.map((row, y) => {
    const cells = row.map((cell, x) => cellOf(cell, `${letters(x)}${y + 1}`, strings));
    return `<row r="${y + 1}">${cells.join("")}</row>`;
  });
  const areas = merged.map((area) => `<mergeCell ref="${area}"/>`).join("");
  const merges = areas && `<mergeCells count="${merged.length}">${areas}</mergeCells>`;
  return `<sheetData>${lines.join("")}</sheetData>${merges}`;
}

const space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const xml = (text) => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`);

/** @param {Record<string, unknown[][]>} sheets by name @param {{ merged?: string[] }} how areas of the first */
export function workbook(sheets, { merged } = {}) {
  const strings = new Map();
  const all = Object.entries(sheets);
  const bodies = all.map(([, rows], at) => sheetOf(rows, strings, at === 0 ? merged : []));
  const texts = [...strings.keys()].map(
    (text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`,
  );
  const relation = (id, type, target) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;
  const named = all.map(
    ([name], at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  const parts = all.map((_, at) =>
    relation(`rId${at + 1}`, "worksheet", `worksheets/sheet${at + 1}.xml`),
  );
  const content = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  return zipSync({
    "[Content_Types].xml": xml(
      `<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${content}.sheet.main+xml"/></Types>`,
    ),
    "_rels/.rels": xml(
      `<Relationships xmlns="${packages}/relationships">${relation("rId1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    ),
    "xl/workbook.xml": xml(
      `<workbook ${space} xmlns:r="${relations}"><sheets>${named.join("")}</sheets></workbook>`,
    ),
    "xl/_rels/workbook.xml.rels": xml(
      `<Relationships xmlns="${packages}/relationships">${parts.join("")}${relation("rId98", "sharedStrings", "sharedStrings.xml")}${relation("rId99", "styles", "styles.xml")}</Relationships>`,
    ),
    "xl/styles.xml": xml(
      `<styleSheet ${space}><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ),
    "xl/sharedStrings.xml": xml(`<sst ${space} count="${texts.length}">${texts.join("")}</sst>`),
    ...Object.fromEntries(
      bodies.map((body, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        xml(`<worksheet ${space}>${body}</worksheet>`),
      ]),
    ),
  });
}
