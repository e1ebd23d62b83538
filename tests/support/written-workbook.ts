import { writeZip } from './zip';

/** A sheet as its XML has it, written by hand: no library of ours is between a test and the file. */
export interface WrittenSheet {
  name: string;
  hidden?: true;
  /** Numbers of hidden rows, and the first and last of hidden columns, from 1 on. */
  hiddenRows?: readonly number[];
  hiddenColumns?: ReadonlyArray<readonly [first: number, last: number]>;
  /** Rows from the first on, each as the XML of its cells, without their places. */
  rows: readonly string[][];
  /** "A2:A4". */
  merged?: readonly string[];
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** The XML of a cell; "" leaves the cell out. Formats are numbered from 1 on. */
export const cellXml = {
  text: (text: string) =>
    `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`,
  number: (value: number, format = 0) => `<c s="${format}"><v>${value}</v></c>`,
  error: (code: string) => `<c t="e"><v>${escapeXml(code)}</v></c>`,
  formula: (formula: string, result = '') => `<c><f>${escapeXml(formula)}</f>${result}</c>`,
  empty: () => '',
};

/** The cells of rows of texts. */
export const textCells = (rows: ReadonlyArray<readonly string[]>) =>
  rows.map((cells) => cells.map((cell) => (cell === '' ? '' : cellXml.text(cell))));

const part = (name: string, xml: string) => ({ name, content: Buffer.from(XML + xml) });
const links = (pairs: ReadonlyArray<readonly [type: string, target: string]>) =>
  `<Relationships xmlns="${PACKAGE}/relationships">${pairs
    .map(([type, to], at) => `<Relationship Id="r${at}" Type="${OFFICE}/${type}" Target="${to}"/>`)
    .join('')}</Relationships>`;
const override = (name: string, type: string) =>
  `<Override PartName="/xl/${name}.xml" ContentType="${TYPES}.${type}+xml"/>`;

/** The bytes of an XLSX workbook with these sheets and number formats. */
export function writtenWorkbook(
  sheets: readonly WrittenSheet[],
  formats: readonly string[] = [],
): Buffer<ArrayBuffer> {
  const parts = [
    part(
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('workbook', 'sheet.main')}${override('styles', 'styles')}${sheets
        .map((_, at) => override(`worksheets/sheet${at + 1}`, 'worksheet'))
        .join('')}</Types>`,
    ),
    part('_rels/.rels', links([['officeDocument', 'xl/workbook.xml']])),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets
        .map(
          ({ name, hidden }, at) =>
            `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="r${at + 1}"${hidden ? ' state="hidden"' : ''}/>`,
        )
        .join('')}</sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      links([
        ['styles', 'styles.xml'],
        ...sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const),
      ]),
    ),
    part(
      'xl/styles.xml',
      `<styleSheet xmlns="${MAIN}"><numFmts>${formats
        .map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escapeXml(code)}"/>`)
        .join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats
        .map((_, at) => `<xf numFmtId="${164 + at}" applyNumberFormat="1"/>`)
        .join('')}</cellXfs></styleSheet>`,
    ),
    ...sheets.map(({ rows, merged = [], hiddenRows = [], hiddenColumns = [] }, at) =>
      part(
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet xmlns="${MAIN}">${columnsXml(hiddenColumns)}<sheetData>${rows
          .map((cells, index) => rowXml(cells, index, hiddenRows.includes(index + 1)))
          .join('')}</sheetData>${
          merged.length === 0
            ? ''
            : `<mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
        }</worksheet>`,
      ),
    ),
  ];
  return Buffer.from(writeZip(parts));
}

function columnsXml(hidden: NonNullable<WrittenSheet['hiddenColumns']>): string {
  const cols = hidden.map(([min, max]) => `<col min="${min}" max="${max}" hidden="1"/>`);
  return cols.length === 0 ? '' : `<cols>${cols.join('')}</cols>`;
}

function rowXml(cells: readonly string[], index: number, isHidden: boolean): string {
  const placed = cells.map((cell, column) =>
    cell.replace('<c', `<c r="${String.fromCodePoint(65 + column)}${index + 1}"`),
  );
  return `<row r="${index + 1}"${isHidden ? ' hidden="1"' : ''}>${placed.join('')}</row>`;
}
