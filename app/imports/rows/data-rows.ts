import { sentence, type AnySentence } from '~/language/sentence';
import { isBlankCell, shownOf, type RowChunks, type SheetRow } from '../formats/sheet-row';
import {
  countCells,
  headingsBelow,
  isSameHeadings,
  type Headings,
  type HeadingsJob,
} from './headings';

interface DataRow {
  row: SheetRow;
  /** Reason why the row may be no data. */
  problem: AnySentence | undefined;
}

/** A page number: "Seite 2 von 3", "- 2 -". */
const PAGE_NUMBER =
  /^[-–]\s*\d+\s*[-–]$|(?:seite|page|pagina|blatt|feuille|foglio)\s*:?\s*\d+(?:\s*(?:\/|von|of|sur|de|di|su)\s*\d+)?/giu;

/** Most consecutive lines that are taken for the titles of a page. */
const TITLES_LIMIT = 10;

/**
 * The rows below the headings of a table. Reports repeat the headings on each page, often below a title.
 * Repeated lines that equal those above the table, except for page numbers, are left out and counted. Any
 * other line above repeated headings could be a row, or a heading for the rows below. Below different
 * headings all rows are invalid.
 */
export class DataRows {
  leftOut = 0;
  readonly #headings: SheetRow;
  readonly #above: ReadonlySet<string>;
  readonly #isHeadings: (row: SheetRow) => boolean;

  constructor(job: HeadingsJob, headings: Headings, above: readonly SheetRow[]) {
    this.#headings = headings.row;
    this.#above = new Set(['', ...above.map(withoutPageNumber)]);
    this.#isHeadings = headingsBelow(job, headings);
  }

  async *of(chunks: RowChunks): AsyncGenerator<DataRow[], void, undefined> {
    const width = countCells(this.#headings);
    let held: SheetRow[] = [];
    let isFirst = true;
    let other: AnySentence | undefined;
    for await (const chunk of chunks) {
      const rows: DataRow[] = [];
      for (const row of chunk) {
        if (other !== undefined) {
          rows.push({ row, problem: other });
          continue;
        }
        const count = countCells(row);
        const isSame = count === width && isSameHeadings(this.#headings, row);
        const isHeadings = isSame || this.#isHeadings(row);
        const isKnown = (isHeadings || count < width) && this.#above.has(withoutPageNumber(row));
        // Right below headings that the user has chosen, these may be the same headings in another
        // language.
        const isLeftOut = isSame || isKnown || (isHeadings && isFirst);
        if (isLeftOut) this.leftOut += 1;
        else if (isHeadings) other = sentence('other_table', { row: row.number });
        else {
          isFirst = false;
          if (count === 1 && width > 1 && held.length < TITLES_LIMIT) {
            held.push(row);
            continue;
          }
        }
        if (isKnown) continue;
        for (const line of held)
          rows.push(this.#toData(line, isHeadings ? 'title_or_row' : undefined));
        held = [];
        if (!isLeftOut) rows.push(this.#toData(row, other));
      }
      yield rows;
    }
    yield held.map((row) => this.#toData(row));
  }

  #toData(row: SheetRow, problem?: AnySentence): DataRow {
    const { cells, merged } = row;
    const isTitle = merged !== undefined && !isOneColumn(this.#headings, merged);
    const first = cells.findIndex((cell) => !isBlankCell(cell)) + 1;
    return {
      row: merged?.isAlone ? { ...row, cells: cells.slice(0, first) } : row,
      problem: problem ?? (isTitle ? 'merged_row' : undefined),
    };
  }
}

/** True if the heading is merged too, as in reports and printed forms. */
function isOneColumn({ cells }: SheetRow, { from, to }: NonNullable<SheetRow['merged']>): boolean {
  const own = cells.slice(from, to + 1);
  return own.length > to - from && new Set(own).size === 1 && !isBlankCell(own[0]);
}

function withoutPageNumber({ cells }: SheetRow): string {
  const text = cells.map(shownOf).join(' ').replaceAll(/\s+/g, ' ').trim();
  return text.replaceAll(PAGE_NUMBER, '').trim();
}
