import type { FieldError } from '~/contract/error';
import type { InvalidRow } from '~/contract/file-review';
import type { Cell } from '../formats/sheet-row';

/** Why a row is not valid: as a text, and where one field is the reason, which and why. */
export interface RowProblem {
  text: string;
  error?: FieldError;
}

/** One row, in the reading process. */
export interface ReadRow {
  /** Its number in the file. */
  number: number;
  /** The row object as JSON text: the contract's fields where it is valid, the file's values where it is not. */
  json: string;
  /** The values that are compared with the database (see bulk/checks). */
  keys: readonly Cell[];
  /** Cells of columns that are not read, as JSON text: they are returned with an invalid row. */
  extra?: string;
  /** Why the row is not valid. */
  problems?: readonly RowProblem[];
}

/** An invalid row as JSON text, why as one text, and the fields that are the reason. */
interface InvalidRowText {
  row: string;
  error: string;
  errors: FieldError[];
}

/** The part of a batch that the checks need, column by column; rows are addressed by their index in the batch. */
export interface BatchHead {
  t: 'rows';
  numbers: number[];
  /** One list per key field. */
  keys: Cell[][];
  problems: Array<[rowIndex: number, problems: readonly RowProblem[]]>;
  extras: Array<[rowIndex: number, json: string]>;
}

/** Separates the rows in a batch's text. JSON escapes line breaks inside texts, so it occurs nowhere else. */
const BETWEEN_ROWS = ',\n';

/** Space for the text of the first batch. */
const TEXT_BYTES = 64 * 1024;
/** A character takes at most so many bytes in UTF-8. */
const BYTES_PER_CHAR = 3;

/** Collects rows into a batch. Their texts are written as bytes one by one: thousands of strings that live on cost more. */
export class BatchBuilder {
  #text = Buffer.allocUnsafe(TEXT_BYTES);
  #bytes = 0;
  #head = emptyHead();

  /** Returns the number of rows so far. */
  add({ number, json, keys, extra, problems }: ReadRow): number {
    const head = this.#head;
    const rowIndex = head.numbers.length;
    head.numbers.push(number);
    for (const [index, key] of keys.entries()) (head.keys[index] ??= []).push(key);
    if (problems) head.problems.push([rowIndex, problems]);
    if (extra !== undefined) head.extras.push([rowIndex, extra]);
    this.#write(rowIndex === 0 ? json : BETWEEN_ROWS + json);
    return head.numbers.length;
  }

  /** The batch so far; null when there is none. */
  take(): RowBatch | null {
    if (this.#head.numbers.length === 0) return null;
    const batch = new RowBatch(this.#head, this.#text.subarray(0, this.#bytes));
    // The next one is about as long.
    this.#text = Buffer.allocUnsafe(Math.ceil(1.1 * this.#bytes));
    this.#bytes = 0;
    this.#head = emptyHead();
    return batch;
  }

  #write(text: string): void {
    const end = this.#bytes + text.length * BYTES_PER_CHAR;
    if (end > this.#text.length) {
      const larger = Buffer.allocUnsafe(2 * end);
      this.#text.copy(larger, 0, 0, this.#bytes);
      this.#text = larger;
    }
    this.#bytes += this.#text.write(text, this.#bytes);
  }
}

function emptyHead(): BatchHead {
  return { t: 'rows', numbers: [], keys: [], problems: [], extras: [] };
}

/**
 * A batch of rows with their errors. The rows' JSON text stays one chunk of bytes on its way from the reading process to
 * the response or the database, unless a row in it is invalid or was changed.
 */
export class RowBatch {
  readonly #problems: Map<number, readonly RowProblem[]>;
  readonly #changes = new Map<number, Array<[from: string, to: string]>>();

  constructor(
    readonly head: BatchHead,
    readonly text: Buffer,
  ) {
    this.#problems = new Map(head.problems);
  }

  get size(): number {
    return this.head.numbers.length;
  }

  /** A row's number in its file. */
  numberOf(rowIndex: number): number {
    return this.head.numbers[rowIndex] ?? 0;
  }

  keyValue(rowIndex: number, index: number): Cell {
    return this.head.keys[index]?.[rowIndex] ?? null;
  }

  /** No error so far. */
  isValid(rowIndex: number): boolean {
    return !this.#problems.has(rowIndex);
  }

  /** The indexes of the rows whose values of these fields can be compared: nothing is wrong with them so far. */
  rowsWith(...fields: readonly string[]): number[] {
    const rowIndexes: number[] = [];
    for (let rowIndex = 0; rowIndex < this.size; rowIndex += 1) {
      const problems = this.#problems.get(rowIndex);
      // A problem without a field concerns the whole row.
      const isWrong = problems?.some(({ error }) => !error || fields.includes(error.field));
      if (!isWrong) rowIndexes.push(rowIndex);
    }
    return rowIndexes;
  }

  reject(rowIndex: number, problem: RowProblem): void {
    this.#problems.set(rowIndex, [...(this.#problems.get(rowIndex) ?? []), problem]);
  }

  /** Replaces a name by an id, in the keys and in the row; an invalid row keeps what the file says. */
  setId(rowIndex: number, field: string, index: number, id: number): void {
    const from = `"${field}":${JSON.stringify(this.keyValue(rowIndex, index))}`;
    const keys = this.head.keys[index];
    if (keys) keys[rowIndex] = id;
    if (!this.isValid(rowIndex)) return;
    const changes = this.#changes.get(rowIndex) ?? [];
    // A quote inside a text is escaped, so this only matches a field.
    changes.push([from, `"${field}":${id}`]);
    this.#changes.set(rowIndex, changes);
  }

  /** The valid rows, as the inside of a JSON list; empty where there are none. */
  validText(): Uint8Array {
    if (this.#problems.size === 0 && this.#changes.size === 0) return this.text;
    return Buffer.from(this.validRows().join(BETWEEN_ROWS));
  }

  /** The valid rows, each as JSON text. */
  validRows(): string[] {
    return this.#rows().filter((_row, rowIndex) => !this.#problems.has(rowIndex));
  }

  /** The invalid rows with their columns that are not read, in the file's order. */
  invalidRows(): InvalidRowText[] {
    if (this.#problems.size === 0) return [];
    const extras = new Map(this.head.extras);
    const invalid: InvalidRowText[] = [];
    for (const [rowIndex, row] of this.#rows().entries()) {
      const problems = this.#problems.get(rowIndex);
      if (!problems) continue;
      const extra = extras.get(rowIndex);
      const whole = extra === undefined ? row : `${row.slice(0, -1)},${extra.slice(1)}`;
      invalid.push({
        row: whole,
        error: problems.map(({ text }) => text).join('; '),
        errors: problems.flatMap(({ error }) => error ?? []),
      });
    }
    return invalid;
  }

  /** The valid rows, read: a list. */
  readValid(): unknown {
    return JSON.parse(`[${Buffer.from(this.validText()).toString()}]`);
  }

  /** The first invalid rows, read. */
  readInvalid(limit = Infinity): InvalidRow[] {
    return this.invalidRows()
      .slice(0, limit)
      .map(({ row, error, errors }) => ({ row: parse(row), error, errors }));
  }

  #rows(): string[] {
    const rows = this.text.toString('utf8').split(BETWEEN_ROWS);
    for (const [rowIndex, changes] of this.#changes) {
      for (const [from, to] of changes) rows[rowIndex] = rows[rowIndex]?.replace(from, to) ?? '';
    }
    return rows;
  }
}

function parse(json: string): unknown {
  return JSON.parse(json);
}
