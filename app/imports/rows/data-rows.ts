import { sentence, type AnySentence } from '~/language/sentence';
import {
  isBlankCell,
  shownOf,
  type RowChunks,
  type SheetCell,
  type SheetRow,
} from '../formats/sheet-row';
import {
  countCells,
  headingsBelow,
  isSameHeadings,
  type Headings,
  type HeadingsJob,
} from './headings';
import type { ReadingJob } from './message';
import { otherListBelow } from './other-list';

interface DataRow {
  row: SheetRow;
  /** Reason why the row may be no data. */
  problem: AnySentence | undefined;
}

/** A page number: "Seite 2 von 3", "- 2 -". */
const PAGE_NUMBER =
  /^[-–]\s*\d+\s*[-–]$|(?:seite|page|pagina|blatt|feuille|foglio)\s*:?\s*\d+(?:\s*(?:\/|von|of|sur|de|di|su)\s*\d+)?/giu;

/** Largest number of consecutive lines that may be the titles of a page. */
const TITLES_LIMIT = 10;

/**
 * Reads the rows below the headings of a table. Reports repeat the headings on each page, often below a
 * title. Repeated headings, and titles above them that are also above the table, are left out and counted.
 *
 * Any other line above repeated headings is invalid, since it may be a row or a title. So is a lone number of
 * an apartment that looks like no other ("Aufgang A"), and each row below other headings.
 */
export class DataRows {
  leftOut = 0;
  readonly #headings: SheetRow;
  readonly #above: ReadonlySet<string>;
  readonly #isHeadings: (row: SheetRow) => boolean;
  readonly #isOtherList: (row: SheetRow) => boolean;
  /** Column of the apartments' numbers, and the shapes of the numbers in rows with more cells. */
  readonly #numberAt: number;
  readonly #numbers = new Set<string>();

  constructor(
    job: HeadingsJob & Pick<ReadingJob, 'isEdited'>,
    headings: Headings,
    above: readonly SheetRow[],
  ) {
    this.#headings = headings.row;
    this.#above = new Set(['', ...above.map(withoutPageNumber)]);
    this.#isHeadings = headingsBelow(job, headings);
    this.#isOtherList = otherListBelow(job, headings);
    const number = headings.columns.find(({ column }) => column?.field === 'apartment_number');
    this.#numberAt = job.review || job.isEdited ? -1 : (number?.index ?? -1);
  }

  async *of(chunks: RowChunks): AsyncGenerator<DataRow[], void, undefined> {
    const width = countCells(this.#headings);
    let held: SheetRow[] = [];
    /** Held lines that are above the table as well. */
    const known = new WeakSet<SheetRow>();
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
        const text = isHeadings || count < width ? withoutPageNumber(row) : null;
        const isKnown = text !== null && this.#above.has(text);
        if (isKnown && !isHeadings && text !== '' && held.length < TITLES_LIMIT) {
          held.push(row);
          known.add(row);
          continue;
        }
        // Headings right below chosen ones may be the same headings in another language.
        const isLeftOut = isSame || isKnown || (isHeadings && isFirst);
        if (isLeftOut) this.leftOut += 1;
        else if (isHeadings || (!isFirst && this.#isOtherList(row))) {
          other = sentence('other_table', { row: row.number });
        } else {
          isFirst = false;
          if (count > 1) this.#addNumber(row);
          if (count === 1 && width > 1 && held.length < TITLES_LIMIT) {
            held.push(row);
            continue;
          }
        }
        if (isKnown) continue;
        for (const line of held) {
          const isTitle = known.has(line);
          if (isTitle && isHeadings) this.leftOut += 1;
          else if (isTitle) rows.push(this.#toData(line, 'title_above'));
          else rows.push(this.#toData(line, isHeadings ? 'title_or_row' : this.#loneProblem(line)));
        }
        held = [];
        if (!isLeftOut) rows.push(this.#toData(row, other ?? this.#loneProblem(row)));
      }
      yield rows;
    }
    yield held.map((row) =>
      this.#toData(row, known.has(row) ? 'title_above' : this.#loneProblem(row)),
    );
  }

  #addNumber({ cells }: SheetRow): void {
    if (this.#numberAt < 0 || this.#numbers.size >= SHAPES_LIMIT) return;
    this.#numbers.add(shapeOf(cells[this.#numberAt]));
  }

  #loneProblem(row: SheetRow): AnySentence | undefined {
    const number = row.cells[this.#numberAt];
    if (this.#numbers.size === 0 || isBlankCell(number ?? null)) return undefined;
    const isLone = countCells(row) === 1 && countCells(this.#headings) > 1;
    return isLone && !this.#numbers.has(shapeOf(number)) ? 'lone_cell' : undefined;
  }

  #toData(row: SheetRow, problem?: AnySentence): DataRow {
    const { cells, merged, spans = [] } = row;
    const isTitle = merged !== undefined && !isOneColumn(this.#headings, merged);
    const first = cells.findIndex((cell) => !isBlankCell(cell)) + 1;
    return {
      row: merged?.isAlone ? { ...row, cells: cells.slice(0, first) } : row,
      problem: problem ?? (isTitle ? 'merged_row' : acrossHeadings(this.#headings, spans)),
    };
  }
}

/** Number of shapes that are remembered. */
const SHAPES_LIMIT = 5_000;

/** The shape of a number: "a" for letters, "0" for digits, and the characters between them. */
function shapeOf(cell: SheetCell | undefined): string {
  return String(shownOf(cell ?? null) ?? '')
    .trim()
    .replaceAll(/\p{L}+/gu, 'a')
    .replaceAll(/\d+/g, '0');
}

/** True if the heading is merged over the same columns, as in reports and printed forms. */
function isOneColumn({ cells }: SheetRow, { from, to }: NonNullable<SheetRow['merged']>): boolean {
  const own = cells.slice(from, to + 1);
  return own.length > to - from && new Set(own).size === 1 && !isBlankCell(own[0]);
}

/** Reason for a cell that is merged below several headings: its value may belong to one of them alone. */
function acrossHeadings({ cells }: SheetRow, spans: NonNullable<SheetRow['spans']>) {
  for (const { from, to } of spans) {
    const own = cells.slice(from, to + 1).filter((cell) => !isBlankCell(cell));
    const [first = '', ...others] = new Set(own.map((cell) => String(shownOf(cell)).trim()));
    const other = others.at(-1);
    if (other !== undefined) return sentence('merged_across', { first, last: other });
  }
  return undefined;
}

function withoutPageNumber({ cells }: SheetRow): string {
  const text = cells.map(shownOf).join(' ').replaceAll(/\s+/g, ' ').trim();
  return text.replaceAll(PAGE_NUMBER, '').trim();
}
