import type { BulkType } from '~/imports/schema';
import {
  BULK_COLUMNS,
  BULK_FIELDS,
  headingKey,
  isReference,
  referenceMode,
  type BulkColumn,
  type BulkColumnKind,
} from '~/imports/bulk-columns';
import { isDateText, readDate } from '~/fields/date-text';
import { bodySchemaOf, PARKING_LIMIT_CHARS } from '~/fields/field-schemas';
import { fieldOf, type Field } from '~/fields/fields';
import { remembering } from '~/fields/once-per';
import { isNoValue, readQuantity, type Unit } from '~/fields/number-text';
import { searchText, thousandsOrDecimals, withoutInvisible } from '~/fields/search-text';
import { formatParkingSpots, NO_PARKING, parseParkingSpots } from '~/apartments/fields';
import { fieldProblem, type RowProblem } from '~/imports/row-error';
import { sentence, type AnySentence } from '~/language/sentence';
import type { z } from '~/fields/zod';
import { isBlankCell, isShown, shownOf, type Cell, type SheetCell } from '../formats/sheet-row';
import { ruleOf } from '~/language/sentence-reading';

/** Converts a cell and checks it by the contract's rule. A value without a problem is valid. */
type CellValidator = (cell: SheetCell | undefined) => { value: unknown; problem?: AnySentence };

/**
 * The fields of a type, each with a validator. It applies the contract's rule, but not to names of other
 * records. The heading of a reference says whether digits are an id. With `isTyped` nothing is guessed: "no"
 * is then the name of a parking spot.
 */
export function fieldRules(
  type: BulkType,
  headingOf: (field: string) => string = String,
  isTyped = false,
): Array<{ field: string; kind: BulkColumnKind; validate: CellValidator }> {
  const schemas: Readonly<Record<string, z.ZodType>> = bodySchemaOf(BULK_FIELDS[type]).shape;
  return BULK_COLUMNS[type].map((column) => {
    const { field, kind } = column;
    const holdsId = referenceMode(headingOf(field)) === 'id';
    const validate = withMemory(validatorOf({ ...column, holdsId, isTyped }, schemas[field]));
    const isPlain = plainTexts(fieldOf(BULK_FIELDS[type], field));
    return { field, kind, validate: isPlain ? withPlainTexts(isPlain, validate) : validate };
  });
}

function validatorOf(
  column: BulkColumn & { holdsId: boolean; isTyped: boolean },
  schema: z.ZodType | undefined,
): CellValidator {
  const mayBeName = isReference(column);
  return (cell) => {
    const read = toValue(column, cell);
    const { value, problem } = read;
    if (problem !== undefined) return read;
    const isNumber = column.field === 'apartment_number' && !column.isTyped;
    const mayBeDate = isNumber && MAY_BE_DATE.test(String(value));
    if (mayBeDate && isDateText(String(value))) return { value, problem: 'number_is_date' };
    if (typeof value === 'string' && value.includes('\0')) return { value, problem: 'nul_in_cell' };
    // A name is looked up in the database later. Whether it is required is a rule of the whole row.
    if (mayBeName && (typeof value === 'string' || (value === null && !column.required))) {
      return read;
    }
    const result = schema?.safeParse(value);
    if (!result) return read;
    if (result.success) return { value: result.data ?? null };
    const [issue] = result.error.issues;
    return { value, problem: (issue && ruleOf(issue)) ?? 'not_valid' };
  };
}

/** An address as programs write it: "Anna <a@b.ch>", "mailto:a@b.ch", "a@b.ch;". */
const NAMED_EMAIL = /^[^<>@]*<\s*(?:mailto:)?([^<>\s]+@[^<>\s]+)\s*>$/i;

/** Reads the one address of a cell. A word for "none" is an error only if an address is required. */
function toEmail(cell: string, required: boolean): CellValue {
  const text = cell.replace(/[\s;,]+$/, '');
  if (isNoValue(text)) {
    if (!required) return { value: null };
    return { value: text, problem: sentence('no_email', { text }) };
  }
  if (text.split('@').length > 2 && /[\s;,]/.test(text))
    return { value: text, problem: sentence('several_emails', { text }) };
  return { value: NAMED_EMAIL.exec(text)?.[1] ?? text.replace(/^mailto:\s*/i, '') };
}

const SHORT_CHARS = 32;
/** Letters, digits and simple punctuation without outer blanks, as in most cells. */
const SHORT_TEXT = /^[\p{L}\p{N}.,/-](?:[\p{L}\p{N} .,/-]{0,30}[\p{L}\p{N}.,/-])?$/u;
/** Texts that may be a date: in stored form, or with the name of a month. "12.05.1987" may be a number. */
const MAY_BE_DATE = /^\d{4}-\d\d-\d\d|^\d{1,2}[. -]+\p{L}{3}|^\p{L}{3,}\.?[ -]\d\d$/u;
/** A single parking spot, which needs no parsing. Zero means no spot. */
const SHORT_SPOT = /^(?!0+$)[A-Z]?\d{1,30}$/;

type IsPlain = (text: string) => boolean;

/** Fast path: short texts that need no validation, as only their length matters (docs/performance.md). */
function plainTexts(field: Field): IsPlain | null {
  if (field.kind === 'parking') return (text) => SHORT_SPOT.test(text);
  if (field.kind !== 'text') return null;
  const longest = Math.min(SHORT_CHARS, field.max);
  return (text) => text.length <= longest && SHORT_TEXT.test(text) && !MAY_BE_DATE.test(text);
}

function withPlainTexts(isPlain: IsPlain, validate: CellValidator): CellValidator {
  return (cell) => (typeof cell === 'string' && isPlain(cell) ? { value: cell } : validate(cell));
}

/** Caches the checks of plain cells. A cell with a format is an object, which no other cell is equal to. */
function withMemory(validate: CellValidator): CellValidator {
  const validatePlain = remembering<Cell | undefined, ReturnType<CellValidator>>(validate);
  return (cell) => (isShown(cell) ? validate(cell) : validatePlain(cell));
}

/** Longest quote of a value in a message, in characters. */
const QUOTE_CHARS = 80;

/** Reports an invalid cell with its value and with the file's own heading, if it has one. */
export function cellProblem(
  field: string,
  heading: string | undefined,
  cell: SheetCell | undefined,
  why: AnySentence,
): RowProblem {
  const value = toText(shownOf(cell ?? null));
  const quote = value.length > QUOTE_CHARS ? `${value.slice(0, QUOTE_CHARS)}…` : value;
  const subject = value === '' ? (heading ?? field) : `${heading ?? field} "${quote}"`;
  return fieldProblem(field, subject, why);
}

/** Kinds of columns in which TRUE and FALSE mean nothing. A logical value may be an answer about parking. */
const TEXT_KINDS: ReadonlySet<BulkColumnKind> = new Set(['text', 'choice', 'condo', 'apartment']);
/** Columns of notes, which may contain anything. */
export const NOTE_FIELDS: ReadonlySet<string | undefined> = new Set([
  'notes',
  'note',
  'description',
]);

/** The value of a cell. With a `problem` it could not be converted. */
interface CellValue {
  value: Cell;
  problem?: AnySentence;
}

/** Converts a cell to the wire form. An invalid value stays unchanged, so that the rule rejects it. */
export function toValue(
  {
    kind,
    options,
    unit,
    holdsId,
    isTyped = false,
    field = '',
    required = false,
  }: Pick<BulkColumn, 'kind' | 'options' | 'unit'> &
    Partial<Pick<BulkColumn, 'field' | 'required'>> & { holdsId?: boolean; isTyped?: boolean },
  sheetCell: SheetCell | undefined,
): CellValue {
  if (sheetCell === undefined || isBlankCell(sheetCell)) return { value: null };
  const problem = brokenReason(sheetCell);
  if (problem !== null) return { value: toText(shownOf(sheetCell)), problem };
  const plain = plainCell(kind, sheetCell);
  const cell = typeof plain === 'string' ? withoutInvisible(plain) : plain;
  if (isBlankCell(cell)) return { value: null };
  if (typeof cell === 'boolean' && TEXT_KINDS.has(kind) && !NOTE_FIELDS.has(field))
    return { value: toText(cell), problem: 'logical_value' };
  switch (kind) {
    case 'text':
      return field === 'email' ? toEmail(toText(cell), required) : { value: toText(cell) };
    case 'integer':
    case 'decimal':
      return toNumber(cell, unit);
    case 'date':
      return toDate(cell);
    case 'parking':
      return toParking(toText(cell), isTyped);
    case 'choice': {
      const text = toText(cell);
      const word = headingKey(text);
      return { value: options.find(({ names }) => names.has(word))?.value ?? text };
    }
    case 'condo':
    case 'apartment':
      return { value: toReference(cell, holdsId) };
  }
}

/** Reads numbers and dates by their stored value. All other cells, references too, are read as displayed. */
export function plainCell(kind: BulkColumnKind, cell: SheetCell): Cell {
  if (!isShown(cell) || cell.value === null) return shownOf(cell);
  if (kind === 'date' && cell.days !== undefined) return cell.days;
  const isStored = kind === 'integer' || kind === 'decimal' || kind === 'date';
  // A cell format may show an id with decimals; an apartment number may really have them.
  const isId = kind === 'condo' && Number.isInteger(cell.value) && /^\d+[.,]0+$/.test(cell.shown);
  return isStored || isId ? cell.value : cell.shown;
}

/** An error of a spreadsheet in any language. CSV files and copied cells have it as a text. */
const CELL_ERROR =
  /^(?:#[¡¿]?[\p{Lu}\d/_]*\p{Lu}[\p{Lu}\d/_]*[!?]|#N\/?[ADV]|#[A-Z]+_[A-Z]+|#{3,}|(?:Err|Fehler|Erreur|Errore) ?: ?\d{3})$/u;

/** Longest text that is searched for an error, in characters. */
const ERROR_CHARS = 255;

/** A long number that a spreadsheet has shortened: "4,17912E+10". Its other digits are lost. */
const SHORTENED = /^[+-]?\d+(?:[.,]\d+)?E\+\d{2,3}$/i;

/** Reason why a cell of any column has no readable value; null for other cells. */
export function brokenReason(cell: SheetCell): AnySentence | null {
  if (isShown(cell)) {
    if (cell.value !== null) return null;
    return 'formula_without_result';
  }
  if (typeof cell !== 'string') return null;
  const text = cell.trim();
  if (text.length > ERROR_CHARS) return null;
  if (SHORTENED.test(text)) return 'number_shortened';
  return CELL_ERROR.test(text) ? 'cell_error' : null;
}

/** The text of a cell. Numbers are written as a person would write them, without an exponent. */
export function toText(cell: Cell): string {
  if (typeof cell === 'string') return cell.trim().toWellFormed();
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  if (typeof cell !== 'number') return '';
  const number = withoutNoise(cell);
  if (Math.abs(number) >= 1e15 && Number.isInteger(number)) return BigInt(number).toString();
  const text = String(number);
  return text.includes('e') ? number.toFixed(20).replace(/\.?0+$/, '') : text;
}

/** Removes rounding noise: Excel keeps 15 digits. */
function withoutNoise(number: number): number {
  return Number(number.toPrecision(15));
}

function toNumber(cell: Cell, unit: Unit | undefined): CellValue {
  if (typeof cell === 'number') return { value: withoutNoise(cell) };
  if (typeof cell !== 'string') return { value: cell };
  const text = cell.trim();
  const readings = thousandsOrDecimals(text);
  if (readings) {
    const [reading, other] = readings;
    return { value: text, problem: sentence('ambiguous_number', { reading, other }) };
  }
  const number = readQuantity(text, unit);
  if (!Number.isNaN(number)) return { value: number };
  return isDateText(text) ? { value: text, problem: 'number_is_date' } : { value: text };
}

/** Serial numbers of dates from 1906 to 2119. Smaller numbers may be a year, which is no date. */
const FIRST_SERIAL = 2_201;
const LAST_SERIAL = 80_000;

function toDate(cell: Cell): CellValue {
  if (typeof cell === 'number') {
    if (cell < FIRST_SERIAL || cell > LAST_SERIAL) return { value: String(cell) };
    const days = Math.floor(cell);
    return { value: new Date(Date.UTC(1899, 11, 30 + days)).toISOString().slice(0, 10) };
  }
  if (typeof cell !== 'string') return { value: String(cell) };
  const date = readDate(cell);
  if (date === null || typeof date === 'string') return { value: date ?? cell.trim() };
  const [reading, other] = date;
  return { value: cell.trim(), problem: sentence('ambiguous_date', { reading, other }) };
}

/** Answers to "Is there a parking spot?", in the form of searchText(): "kein Parkplatz", "Ja, 2". */
const WITHOUT_SPOT =
  /^(?:[-./ ]+|0+|no|nein|kein(?:e[rns]?)?|ohne|non|aucune?|sans|ness?un[oa]?|senza|none|nil|falsch|faux|falso|false)$/;
const WITHOUT_ANY =
  /^(?:no|kein(?:e[rns]?)?|ohne|sans|pas de|aucune?|ness?un[oa]?|senza) (?!.*(?:num|nr))\D*(?:park|platz|garage|place|post[oe]|box|spot|space|pp)\D*$/;
const WITH_SPOT =
  /^(?:[jynosx✓✔☑]|wahr|vrai|vero|true|vorhanden)$|^(?:.*, ?)?(?:ja|yes|oui|si)(?:,.*)?$/;

/** A number of spots that does not name them: "2 Plätze". */
const COUNTED_SPOTS =
  /^\d+ ?(?:x ?)?(?:(?:park|einstell|stell|abstell|aussen|tiefgaragen|garagen)?platze?|pp|garagen?|boxen|box|einstellhallenplatze?|places?(?: de (?:parc|stationnement|parking))?|garages?|post[oi](?: auto)?|parcheggi[o]?|posteggi[o]?|(?:parking )?(?:spots?|spaces?|lots?))$/;
/** Separators of spots besides the comma. */
const SEPARATORS = /[;|\n]/;
/** Words and signs that separate spots only if each spot has a digit: "Tor und Rampe" is one spot. */
const BETWEEN = /\s*(?:[&+]|(?<=\s)\/(?=\s)|(?<=\s)(?:und|et|e|and|sowie)(?=\s))\s*/i;

function separated(text: string): string {
  return text
    .split(SEPARATORS)
    .map((part) => {
      const spots = part.split(BETWEEN);
      return spots.every((spot) => /\d/.test(spot)) ? spots.join() : part;
    })
    .join();
}

function toParking(text: string, isTyped: boolean): CellValue {
  // The field's rule rejects a longer text.
  const isLong = text.length > PARKING_LIMIT_CHARS;
  if (isTyped || isLong) return { value: formatParkingSpots(parseParkingSpots(text)) };
  const answer = searchText(text);
  if (WITHOUT_SPOT.test(answer) || WITHOUT_ANY.test(answer)) return { value: NO_PARKING };
  const value = formatParkingSpots(parseParkingSpots(separated(text)));
  if (WITH_SPOT.test(answer) || COUNTED_SPOTS.test(answer))
    return { value, problem: sentence('parking_unnamed', { text }) };
  return isNoValue(text) ? { value, problem: sentence('no_value', { text }) } : { value };
}

/**
 * Reads a reference: a number for an id, otherwise a name. "id 7" is an id below any heading, "7.0" only
 * below one for ids.
 */
function toReference(cell: Cell, holdsId = false): Cell {
  if (typeof cell === 'number' && holdsId) return cell;
  const text = toText(cell);
  const [, id] =
    (holdsId ? /^(?:id )?(\d{1,10})(?:[.,]0+)?$/i : /^id (\d{1,10})$/i).exec(text) ?? [];
  return id === undefined ? text : Number(id);
}
