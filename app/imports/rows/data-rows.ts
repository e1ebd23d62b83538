import { shownOf, type RowChunks, type SheetRow } from '../formats/sheet-row';
import { countCells, withoutGuards, type Headings } from './headings';

interface DataRow {
  row: SheetRow;
  /** True if it may be the title of a page: the next row repeats the headings. */
  isTitle: boolean;
}

/** "Seite 2 von 3", "- 2 -". */
const PAGE_NUMBER =
  /^[-–]\s*\d+\s*[-–]$|(?:seite|page|pagina|blatt|feuille|foglio)\s*:?\s*\d+(?:\s*(?:\/|von|of|sur|de|di|su)\s*\d+)?/giu;

/** Lines in a row that may be the titles of a page. */
const TITLES_LIMIT = 10;

/**
 * The rows below the headings of a table. Reports repeat the headings on each page, often below a title: what
 * is the same as above the table, page numbers aside, is left out and counted. Any other line above repeated
 * headings could be a row, or name what the rows below belong to.
 */
export class DataRows {
  leftOut = 0;
  readonly #titles: ReadonlySet<string>;

  constructor(
    private readonly headings: Headings,
    above: readonly SheetRow[],
  ) {
    this.#titles = new Set(['', ...above.map(withoutPageNumber)]);
  }

  async *of(chunks: RowChunks): AsyncGenerator<DataRow[], void, undefined> {
    const { length: width } = this.headings.columns;
    let held: SheetRow[] = [];
    for await (const chunk of chunks) {
      const rows: DataRow[] = [];
      for (const row of chunk) {
        const count = countCells(row);
        const isHeadings = count === width && this.#repeatsHeadings(row);
        const isKnownTitle = count < width && this.#titles.has(withoutPageNumber(row));
        if (isHeadings || isKnownTitle) this.leftOut += 1;
        else if (count === 1 && width > 1 && held.length < TITLES_LIMIT) {
          held.push(row);
          continue;
        }
        if (isKnownTitle) continue;
        for (const line of held) rows.push({ row: line, isTitle: isHeadings });
        held = [];
        if (!isHeadings) rows.push({ row, isTitle: false });
      }
      yield rows;
    }
    yield held.map((row) => ({ row, isTitle: false }));
  }

  #repeatsHeadings({ cells }: SheetRow): boolean {
    return this.headings.columns.every(
      ({ heading, index }) =>
        String(shownOf(withoutGuards(cells[index] ?? '')))
          .trim()
          .toLowerCase() === heading.toLowerCase(),
    );
  }
}

function withoutPageNumber({ cells }: SheetRow): string {
  const text = cells.map(shownOf).join(' ').replaceAll(/\s+/g, ' ').trim();
  return text.replaceAll(PAGE_NUMBER, '').trim();
}
