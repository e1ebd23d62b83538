import { INVITABLE_ROLES } from '~/users/roles';
import { sentence, type AnySentence } from '~/language/sentence';
import { ROW_NUMBER, type BulkType } from '~/imports/schema';
import { ANY_VERSION, ROW_VERSION } from '~/imports/export';
import { endsAfterBegin, hasNeededApartment } from '~/users/schema';
import { INTEGER_MAX } from '~/fields/limits';
import { isNoValue } from '~/fields/number-text';
import { readText } from '~/fields/reading';
import { searchText } from '~/fields/search-text';
import { writableNames } from '~/fields/fields';
import { FIXED_COLUMNS, PERSON_NAMES } from '~/users/import-fields';
import {
  bulkTypeOf,
  REVIEW_FIELDS,
  REVIEW_MARKS,
  rowProblem,
  toReviewValue,
  type EditedType,
  type ReviewValue,
} from '~/imports/row-error';
import { isBlankCell, shownOf, type Cell, type SheetCell } from '../formats/sheet-row';
import { headingKey, isReference, referenceMode, type MatchedColumn } from '~/imports/bulk-columns';
import { joinedReaders } from './address-columns';
import type { ReadingJob } from './message';
import {
  brokenReason,
  cellProblem,
  fieldRules,
  NOTE_FIELDS,
  plainCell,
  toText,
} from './field-rules';
import {
  isPlaced,
  isValid,
  KEY_FIELDS,
  keyValue,
  keysOf,
  rowsWith,
  type KeyField,
  type ReadRow,
} from './row';

type RowReader = (number: number, cells: readonly SheetCell[]) => ReadRow;

/**
 * Creates a reader of validated rows. `filled` has values for fields without a column. `idAt` is the column
 * of the records' own ids. With `byKey` rows also contain their changes of a record that they match.
 */
export function createRowReader(
  type: BulkType,
  columns: readonly MatchedColumn[],
  filled?: ReadonlyMap<string, Cell>,
  { idAt, byKey }: { idAt?: number | undefined; byKey?: ReadingJob['byKey'] } = {},
): RowReader {
  const plan = planOf(type, columns);
  const open = openReferences(columns);
  const joined = joinedReaders(columns);
  const isFooter = footerCheck(columns);
  const condo = plan.find(({ field, column }) => field === 'condo_id' && column);
  /** The building that was named last, in this row or above. */
  let above = '';
  const width = Math.max(-1, ...columns.map(({ index }) => index)) + 1;
  const twins = twinColumns(columns);
  const unread = columns
    .map((one, at) => ({ ...one, isCopy: one.heading === columns[at - 1]?.heading }))
    .filter(({ column, part, index }) => !column && !part && !(byKey && index === idAt));

  return (number, cells) => {
    const row: ReadRow = { number, values: { [ROW_NUMBER]: number }, keys: {}, problems: [], open };
    const update: Record<string, unknown> = {};
    for (const { field, column, validate } of plan) {
      const own = column ? cells[column.index] : filled?.get(field);
      const join = joined.get(field);
      const { cell, problem } = join?.(cells) ?? { cell: own };
      const given = filled && saysNone(type, field, cell) ? null : cell;
      const checked = validate(given);
      row.values[field] = checked.value;
      const isEmpty = given === undefined || isBlankCell(given);
      if ((column || join) && (!isEmpty || byKey === 'clear')) update[field] = checked.value;
      const why = problem ?? checked.problem ?? (column && otherValue(twins.get(column), cells));
      if (why === undefined) continue;
      row.problems.push(cellProblem(field, column?.heading, cell, why));
    }
    row.keys = keysOf(type, row.values);
    if (byKey) row.update = update;
    const id = idAt === undefined ? null : readRowId(plainCell('integer', cells[idAt] ?? null));
    if (id !== null) row.id = id;
    for (const [field, why] of brokenRowRules(type, row)) {
      const heading = plan.find((one) => one.field === field)?.column?.heading;
      row.problems.push(cellProblem(field, heading, keyValue(row, field), why));
    }
    // A building with all its values may be called Total.
    const isNoRow =
      filled !== undefined && !(type === 'condo' && isValid(row)) && isFooter(row, cells);
    if (isNoRow) row.problems.push(rowProblem('footer_or_row'));
    // Spreadsheets often name the building of a group only in the first row. Rows of a submit are complete.
    if (condo?.column && filled && !isNoRow) {
      const cell = cells[condo.column.index] ?? null;
      if (!isBlankCell(cell)) above = toText(shownOf(cell));
      else if (above !== '' && (type !== 'tenancy' || isPlaced(row))) {
        const why = sentence('row_above', { value: above });
        row.problems.push(cellProblem('condo_id', condo.column.heading, null, why));
      }
    }
    if (cells.slice(width).some((cell) => !isBlankCell(cell))) {
      row.problems.push(rowProblem(sentence('too_many_cells', { max: width })));
    }
    if (unread.length > 0) row.extra = unreadCells(unread, cells);
    if (isValid(row)) return row;
    const raw: Record<string, unknown> = { [ROW_NUMBER]: number };
    for (const { field, kind, column } of plan) {
      const join = joined.get(field);
      if (join) raw[field] = plainCell(kind, join(cells).cell ?? null);
      else if (column) raw[field] = plainCell(kind, cells[column.index] ?? null);
      else if (filled?.has(field)) raw[field] = filled.get(field);
    }
    return { ...row, values: raw };
  };
}

/** Unread columns by the read column with the same heading. Notes are excluded: they may be in several. */
function twinColumns(columns: readonly MatchedColumn[]) {
  const twins = new Map<MatchedColumn, readonly MatchedColumn[]>();
  for (const one of columns) {
    if (!one.column || NOTE_FIELDS.has(one.column.field)) continue;
    const key = headingKey(one.heading);
    const others = columns.filter(
      ({ column, part, heading }) => !column && !part && headingKey(heading) === key,
    );
    if (others.length > 0) twins.set(one, [one, ...others]);
  }
  return twins;
}

/** Reason for different values in columns with the same heading, since one of them would be lost. */
function otherValue(
  twins: readonly MatchedColumn[] | undefined,
  cells: readonly SheetCell[],
): AnySentence | undefined {
  if (!twins) return undefined;
  const [own, ...others] = twins.map(({ index }) => toText(shownOf(cells[index] ?? null)));
  const value = others.find((other) => other !== '' && headingKey(other) !== headingKey(own ?? ''));
  return value === undefined ? undefined : sentence('other_column', { value });
}

function readRowId(cell: Cell): number | null {
  const id = typeof cell === 'string' ? Number(cell) : cell;
  const isId = typeof id === 'number' && Number.isInteger(id) && id >= 1 && id <= INTEGER_MAX;
  return isId ? id : null;
}

/** The fields of a type with their rule, and with their column if the file has one. */
function planOf(type: BulkType, columns: readonly MatchedColumn[], isTyped?: boolean) {
  const byField = new Map(columns.map((column) => [column.column?.field, column]));
  const headingOf = (field: string) => byField.get(field)?.heading ?? field;
  return fieldRules(type, headingOf, isTyped).map((rule) =>
    Object.assign(rule, { column: byField.get(rule.field) }),
  );
}

/** Length of the longest text for "no value", in characters. */
const NO_VALUE_CHARS = 20;
/** Required fields in which "n/a" and "-" count as empty. One or two letters may be a name or a code. */
const FILLED_FIELDS: Readonly<Partial<Record<BulkType, ReadonlySet<string>>>> = {
  condo: new Set(['name', 'address', 'city', 'zip_code', 'state', 'country']),
  apartment: new Set(['apartment_number']),
};

function saysNone(type: BulkType, field: string, cell: SheetCell | undefined): boolean {
  if (typeof cell !== 'string' || !FILLED_FIELDS[type]?.has(field)) return false;
  // An apartment may have the number 0.
  if (type === 'condo' && /^\s*0+\s*$/.test(cell)) return true;
  // Fast path: most values are longer, or have a digit.
  if (cell.length > NO_VALUE_CHARS || /\d/.test(cell)) return false;
  return isNoValue(cell) && !/^\s*(?:[a-z]{1,2}|\*)\s*$/i.test(cell);
}

function openReferences(columns: readonly MatchedColumn[]): readonly string[] {
  return columns.flatMap(({ heading, column }) =>
    column && isReference(column) && referenceMode(heading) === 'open' ? [column.field] : [],
  );
}

function unreadCells(
  unread: ReadonlyArray<MatchedColumn & { isCopy: boolean }>,
  cells: readonly SheetCell[],
): Record<string, Cell> {
  const unreadValues: Record<string, Cell> = {};
  for (const { heading, index, isCopy } of unread) {
    const cell = cells[index];
    // A copy of a cell that is merged over the columns of a merged heading is skipped.
    if (cell === undefined || isBlankCell(cell) || (isCopy && cell === cells[index - 1])) continue;
    unreadValues[heading] = shownOf(cell);
  }
  return unreadValues;
}

/** Checks the rules of a whole row that need no database. */
function brokenRowRules(type: BulkType, row: ReadRow): Array<[field: KeyField, why: AnySentence]> {
  if (type !== 'user_invite' && type !== 'tenancy') return [];
  const broken: Array<[KeyField, AnySentence]> = [];
  const isOpen = (field: KeyField) => keyValue(row, field) === null;
  if (type === 'tenancy') {
    if (PERSON_NAMES.every(isOpen)) broken.push(['first_name', 'person_unnamed']);
    const nobody = (['first_name', 'last_name'] as const).flatMap((field) => {
      const text = readText(row.keys[field]) ?? '';
      // "Frei" is a name, "frei" means vacant.
      const isFree = /^(?:frei|libre|liber[oa])$/.test(text);
      return isFree || isNoValue(text) || VACANT.test(searchText(text)) ? [{ field, text }] : [];
    });
    const isNamed = nobody.length === 1 && !isOpen('first_name') && !isOpen('last_name');
    for (const field of ['first_name', 'last_name'] as const) {
      const text = readText(row.keys[field]) ?? '';
      const isSaid = nobody.some((one) => one.field === field);
      if (!isSaid && NO_NAME.test(text)) broken.push([field, sentence('no_name', { text })]);
    }
    for (const { field, text } of nobody)
      if (!isNamed || !ALSO_NAMES.test(text)) broken.push([field, sentence('no_value', { text })]);
    for (const [field, label] of isPlaced(row) ? PLACE : []) {
      if (isOpen(field)) broken.push([field, sentence('required', { field: label })]);
    }
    const since = readText(row.keys.since);
    const until = readText(row.keys.until);
    const areDays = rowsWith([row], 'since', 'until').length > 0;
    if (areDays && !endsAfterBegin({ since, until })) broken.push(['until', 'until_before_since']);
  }
  const missing = missingApartment(row);
  if (missing) broken.push(['apartment_id', missing]);
  return broken;
}

/** A total, a report's date or a legend, in the form of searchText(). Reports end with such lines. */
const FOOTER =
  /^(?:\*+(?:\s+\S|[\p{L}=:])|(?:seite|page|pagina|blatt|feuille|foglio) ?:? ?\d|(?:anmerkung|bemerkung|hinweis|quelle|filter|datum|remarque|source|date|nota|fonte|data|note)(?:en|s)? ?:|(?:(?:zwischen|zw\.?|gesamt|end|haupt|teil|grand|sub|sous)?[ -]?(?:total[eis]?|totaux|summen?|somme|ergebnis)|(?:ins)?gesamt|anzahl|ubertrag|riporto|stand|gedruckt|ausgedruckt|ausdruck|erstellt|druckdatum|printed|imprime|stampato|legend[ea])(?![\p{L}\p{N}]))/u;
/** Words of footers that also begin names. They count alone, or before a word that they refer to. */
const FOOTER_ALONE =
  /^(?:(?:durch)?schnitt|mittel(?:wert)?|moyennes?|medi[ae]|averages?|mean|median[ae]?|sald[oi]|soldes?|balance|nombre|numero|conteggio|count|sum|minimum|maximum)(?: ?[:=]| (?:\d|per|pro|par|am|aller|alle|der|des?|di|du|of)(?![\p{L}])|\.?$)/u;
/** A count of records, as reports have it at their end: "24 Wohnungen". */
const COUNTED =
  /^\d+ (?:wohnungen|(?:wohn|miet)?einheiten|objekte|liegenschaften|gebaude|mieter|bewohner|personen|eigentumer|parkplatze|zeilen|eintrage|datensatze|positionen|logements|appartements|unites|objets|immeubles|locataires|personnes|proprietaires|lignes|entrees|appartamenti|alloggi|unita|oggetti|immobili|stabili|inquilini|persone|proprietari|righe|voci|units|apartments|flats|buildings|properties|tenants|renters|owners|people|persons|residents|rows|records|entries|items)(?![\p{L}])/u;
/** Signs of a sum and of a mean. "Øystein" is a name. */
const SUM_SIGN = /^\s*[ΣØ∑∅⌀](?![\p{L}\p{N}])/u;
/** True for a footer or a legend. "*** vacant ***" begins like a legend, but names no tenant. */
const isFooterText = (text: string): boolean =>
  [FOOTER, FOOTER_ALONE, COUNTED].some((footer) => footer.test(text)) && !VACANT.test(text);

/** Columns that may precede the text of such a line, such as the building of a group. */
const NAMED_IN: ReadonlySet<string | undefined> = new Set([
  'apartment_number',
  'first_name',
  'last_name',
]);

/** Fields by which a row is known. With two of them a line is a row, whatever its note begins with. */
const KEY_NAMES: ReadonlySet<string | undefined> = new Set(Object.values(KEY_FIELDS).flat());

function footerCheck(columns: readonly MatchedColumn[]) {
  const notes = columns.filter(({ column }) => NOTE_FIELDS.has(column?.field));
  const noteAt = new Set(notes.map(({ index }) => index));
  const keyed = columns.filter(({ column }) => KEY_NAMES.has(column?.field));
  const named = columns.filter(({ column }) => NAMED_IN.has(column?.field));
  return ({ keys }: ReadRow, cells: readonly SheetCell[]): boolean => {
    // A person with an e-mail address may have the name Stand.
    if (readText(keys.email) !== null) return false;
    const at = cells.findIndex((cell) => !isBlankCell(cell));
    const isFilled = ({ index }: MatchedColumn) => !isBlankCell(cells[index] ?? null);
    const isNote = noteAt.has(at) && keyed.filter(isFilled).length > 1;
    return [isNote ? null : cells[at], ...named.map(({ index }) => cells[index])].some(
      (cell) => typeof cell === 'string' && (SUM_SIGN.test(cell) || isFooterText(searchText(cell))),
    );
  };
}

/** Names of people that also mean nobody: "Na Li", "Nil Yilmaz", "Anna Offen". */
const ALSO_NAMES = /^(?:\p{Lu}\p{Ll}?|Leer|Nan|Nil|Null|Offen|Vide)$/u;
/** Words for a vacant apartment in a column of names, in the form of searchText(). */
const VACANT_WORDS = [
  'leerstand|leerstehend|leerwohnung|leer(?:stehend)?e wohnung|unbewohnt|unvermietet',
  'nicht (?:vermietet|bewohnt)|zu vermieten|vakanz|vakant|vacant|vacante|vacance|vacancy|inoccupee?',
  'non louee?|non occupee?|a (?:re)?louer|pas louee?|sfitt[oa]|non affittat[oa]|da (?:ri)?affittare',
  'affittasi|unoccupied|unlet|not (?:let|rented)|to let|for rent|verfugbar|disponibile|disponible',
].join('|');
/** Words for a vacant apartment that also begin names: "Leer, Anna". */
const MAY_BE_VACANT = [
  'leer|vide|vuot[oa]|empty|available|n\\. ?n\\.?|nn',
  // "frei" counts with a day or with marks around it: "frei ab 1.5.", "(frei)".
  '(?:frei|libre|liber[oa])(?= (?:ab|per|des?|depuis|dal?)[ .]| \\d\\d?[./])',
  '(?<=[^a-z\\d ] ?)(?:frei|libre|liber[oa])(?= ?[^a-z\\d ])',
].join('|');
/** Words for construction works, during which an apartment is vacant. */
const WORKS =
  '(?:umbau|sanierung|renovation|renovierung|travaux|ristrutturazione|lavori|refurbishment)(?:sarbeiten|arbeiten)?|abbruch|demolition';
const NO_TENANT = [
  `(?:(?:im|in|wegen|in der|en|in|under) )?(?:${WORKS})`,
  'wird (?:saniert|renoviert|umgebaut|abgebrochen)|(?:nach|neu)?mieter gesucht|reserviert|gekundigt',
  'cherche locataire|locataire recherche|cercasi inquilino|resilie|disdett[oa]|riservat[oa]|reserved',
].join('|');
const FOR_NOW =
  '(?:(?:zur? ?zt?\\.?|z\\. ?zt?\\.?|zur ?zeit|derzeit|momentan|aktuell|noch|vorubergehend|steht|actuellement|encore|attualmente|ancora|currently|still) )*';
/** Days that may follow such a word: "Leerstand ab 1.5." */
const DAYS = '(?:[ ,;:(-].*(?:\\d|sofort|suite|subito).*)?';
const REASON = `(?: ?[(,;:/-] ?| )(?:(?:wegen|wird|en|in|im|cause|causa|per) )?(?:${WORKS}).*`;
const VACANT = new RegExp(
  `^[^a-z\\d]*${FOR_NOW}(?:${[
    `(?:${VACANT_WORDS})(?: ?[(,;:/].*| - .*| (?:seit|depuis|da|since|wegen|pour|per) .*|${DAYS})`,
    `(?:${MAY_BE_VACANT})(?: ?\\(.*| - .*|${DAYS})`,
    `(?:${VACANT_WORDS}|${MAY_BE_VACANT})${REASON}`,
    `(?:${NO_TENANT})${DAYS}`,
  ].join('|')})[^a-z\\d]*$`,
);
/** Texts that are no name: digits alone, or an e-mail address. */
const NO_NAME = /^[\d\s.,/-]+$|^\S+@\S+\.\S+$/;

/** Columns that are required together, as messages call them. */
const PLACE = [
  ['condo_id', 'Building selection'],
  ['role', 'Role'],
] as const;

/** Explains why an invitation lacks a required apartment; null if it is valid or was rejected already. */
function missingApartment(row: ReadRow): AnySentence | null {
  if (row.problems.some(({ error }) => error?.field === 'apartment_id')) return null;
  const role = INVITABLE_ROLES.find((one) => one === row.keys.role);
  // A name is looked up later, so it counts as an apartment here.
  const apartment_id = keyValue(row, 'apartment_id') === null ? null : 0;
  if (!role || hasNeededApartment({ role, apartment_id })) return null;
  return sentence('apartment_required_for', { role });
}

/**
 * Reads the rows of an edited export. `record` says which record a row names; a row without an id is new.
 * In files that may have no guards against formulas, `written` has the cells before the guards were
 * removed.
 */
export function createReviewReader(
  edited: EditedType,
  columns: readonly MatchedColumn[],
): (number: number, cells: readonly SheetCell[], written: readonly SheetCell[]) => ReadRow {
  const type = bulkTypeOf(edited);
  const planFor = (isTyped: boolean) =>
    planOf(type, columns, isTyped).flatMap(({ column, ...rule }) =>
      column ? [{ ...rule, ...column }] : [],
    );
  const plan = planFor(false);
  const fixedNames: readonly string[] = FIXED_COLUMNS[edited] ?? [];
  const fixed = columns.filter(({ heading }) => fixedNames.includes(heading));
  const names = writableNames(REVIEW_FIELDS[edited]);
  const isChangeable = ({ field }: { field: string }) => names.includes(field);
  const changeable = plan.filter(isChangeable);
  const typed = planFor(true).filter(isChangeable);
  const open = openReferences(columns);
  const isFooter = footerCheck(columns);
  const [idAt = -1, versionAt = -1] = REVIEW_MARKS.map(
    (mark) => columns.find(({ heading }) => heading === mark)?.index,
  );

  return (number, cells, written) => {
    const values: Record<string, unknown> = {};
    const row: ReadRow = { number, values, keys: {}, problems: [], open };
    const idCell = plainCell('integer', cells[idAt] ?? null);
    if (isBlankCell(idCell)) {
      values[ROW_NUMBER] = number;
      for (const { field, kind, index, heading } of plan) {
        const cell = cells[index] ?? null;
        values[field] = plainCell(kind, cell);
        // Further rules are checked together with those of all new rows.
        const problem = brokenReason(cell);
        if (problem !== null) row.problems.push(cellProblem(field, heading, cell, problem));
      }
      if (isFooter(row, cells)) row.problems.push(rowProblem('footer_or_row'));
      return row;
    }
    const version = toText(shownOf(cells[versionAt] ?? null));
    const asWritten: Record<string, ReviewValue> = {};
    const id = readRowId(idCell);
    if (id !== null) {
      const texts = fixed.map(({ heading, index }): [string, string] => [
        heading,
        toText(shownOf(written[index] ?? null)),
      ]);
      row.record = { id, version, asWritten, fixed: Object.fromEntries(texts) };
    } else {
      Object.assign(values, { [ROW_NUMBER]: number, id: idCell, [ROW_VERSION]: version });
      row.problems.push(cellProblem('id', 'id', idCell, 'id_malformed'));
    }
    const fields = version === ANY_VERSION ? typed : changeable;
    for (const { field, index, heading, validate } of fields) {
      const checked = validate(cells[index]);
      values[field] = checked.value;
      if (cells[index] !== written[index]) {
        asWritten[field] = toReviewValue(validate(written[index]).value);
      }
      if (checked.problem === undefined) continue;
      row.problems.push(cellProblem(field, heading, cells[index], checked.problem));
    }
    row.keys = keysOf(type, values);
    return row;
  };
}
