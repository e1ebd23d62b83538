import { condoFields } from '~/condos/fields';
import type { BulkType } from '~/imports/schema';
import { BULK_COLUMNS, headingKey, type MatchedColumn } from '~/imports/bulk-columns';
import { sentence, type AnySentence } from '~/language/sentence';
import { isDateText } from '~/fields/date-text';
import { isNoValue } from '~/fields/number-text';
import { withoutInvisible } from '~/fields/search-text';
import { isBlankCell, isShown, shownOf, type Cell, type SheetCell } from '../formats/sheet-row';
import { brokenReason } from './field-rules';

/*
 * Addresses that a file has in other columns than the product, or writes in another way
 * (docs/behaviour/imports.md).
 */

/** The cell of a field, combined from others. With a problem it could not be combined. */
interface JoinedCell {
  cell: SheetCell | undefined;
  problem?: AnySentence;
}
type ReadJoined = (cells: readonly SheetCell[]) => JoinedCell;

/** Headings of a house number, in the form of headingKey(). */
const HOUSE_NUMBERS = new Set(
  'hausnummer hausnr hsnr hnr strassennummer strassennr strassenr hausno housenumber houseno streetnumber streetno numerodemaison numeroderue numerodelarue norue numerocivico nocivico ncivico civico adrnumber'.split(
    ' ',
  ),
);
/** Headings of any number. Only to the right of the street they mean a house number. */
const NUMBERS = new Set(['nr', 'no', 'n', 'num', 'nummer', 'numero', 'number']);

const aliasKeys = (field: string) =>
  BULK_COLUMNS.condo.flatMap((column) =>
    column.field === field ? [field, column.label, ...column.aliases].map(headingKey) : [],
  );

/** Postcode and place in one heading: "PLZ/Ort", "NPA et localité", "City, Zip". */
const ZIP_AND_CITY = new Set(
  aliasKeys('zip_code').flatMap((zip) =>
    aliasKeys('city').flatMap((city) =>
      ['', 'und', 'et', 'e', 'and'].flatMap((and) => [zip + and + city, city + and + zip]),
    ),
  ),
).add('ziplabel');
const STREETS = new Set(aliasKeys('address'));

/** True for "Nr." right of a street without a number: a house number, not an apartment's. */
export function followsStreet(heading: string, left: string, street: SheetCell = null): boolean {
  const isBeside = NUMBERS.has(headingKey(heading)) && STREETS.has(headingKey(left));
  return isBeside && /^\D+$/.test(String(shownOf(street) ?? '').trim());
}

/**
 * Finds the parts of an address among the unmatched columns of a building. `below` is the first row: its
 * values may show that the column of the place or the postcode contains both.
 */
export function matchAddressParts(
  type: BulkType,
  columns: readonly MatchedColumn[],
  below: readonly SheetCell[],
): void {
  if (type !== 'condo') return;
  const find = (field: string) => columns.find(({ column }) => column?.field === field);
  const street = find('address');
  const number = columns.find(({ column, heading, index }) => {
    const key = headingKey(heading.replaceAll('#', 'no'));
    const isNext = street !== undefined && index === street.index + 1;
    return column === null && (HOUSE_NUMBERS.has(key) || (isNext && NUMBERS.has(key)));
  });
  if (street && number) number.part = 'houseNumber';
  const zip = find('zip_code');
  const city = find('city');
  if (zip && city) return;
  const only = zip ?? city;
  const both =
    columns.find(
      ({ column, heading }) =>
        (column === null || column === only?.column) && ZIP_AND_CITY.has(headingKey(heading)),
    ) ?? (only && splitPlace(shownOf(below[only.index] ?? null)) ? only : undefined);
  if (both) both.part = 'zipAndCity';
}

/** The fields that are read from a column. */
export function fieldsOfColumn({ column, part }: MatchedColumn): Array<string | null> {
  if (part === 'houseNumber') return ['address'];
  return part === 'zipAndCity' ? ['zip_code', 'city'] : [column?.field ?? null];
}

/** Readers of the address fields, by field, for cells that are joined or split. */
export function joinedReaders(columns: readonly MatchedColumn[]): ReadonlyMap<string, ReadJoined> {
  const readers = new Map<string, ReadJoined>();
  const at = (field: string) => columns.find(({ column }) => column?.field === field)?.index ?? -1;
  const street = at('address');
  const zip = at('zip_code');
  const city = at('city');
  const number = columns.find(({ part }) => part === 'houseNumber')?.index;
  const both = columns.find(({ part }) => part === 'zipAndCity')?.index;
  const phone = at('phone');
  if (number !== undefined) {
    readers.set('address', (cells) => joinStreet(cells[street] ?? null, cells[number] ?? null));
  }
  if (phone >= 0) readers.set('phone', (cells) => readPhone(cells[phone] ?? null));
  if (both !== undefined) {
    const cellOf = (own: number, cells: readonly SheetCell[], part: 'zip' | 'city'): JoinedCell => {
      const cell = own === both ? null : (cells[own] ?? null);
      const placeCell = cells[both] ?? null;
      const place = shownOf(placeCell);
      const parts = splitPlace(place);
      const other = parts === null || isBlankCell(cell) ? null : parts[part];
      if (other !== null && headingKey(plainZip(shownOf(cell))) !== headingKey(other))
        return { cell, problem: sentence('other_column', { value: other }) };
      if (!isBlankCell(cell)) return { cell };
      if (brokenReason(placeCell) !== null) return { cell: placeCell };
      if (parts) return { cell: parts[part] };
      if (/\d/.test(String(place ?? '')) && /\p{L}{3}/u.test(String(place ?? '')))
        return part === 'zip' ? { cell: place, problem: 'place_unread' } : { cell: place };
      // A postcode alone, or a place alone: the other one is missing.
      if (/\d/.test(String(place ?? '')) !== (part === 'zip')) return { cell: null };
      return { cell: part === 'zip' ? plainZip(place) : place };
    };
    readers.set('zip_code', (cells) => cellOf(zip, cells, 'zip'));
    readers.set('city', (cells) => cellOf(city, cells, 'city'));
  } else if (zip >= 0) {
    readers.set('zip_code', (cells) => readZip(cells[zip] ?? null, cells[city] ?? null));
    if (city >= 0)
      readers.set('city', (cells) => readCity(cells[city] ?? null, cells[zip] ?? null));
  }
  return readers;
}

/** Positions in a street at which its house number may begin: "Weg 12", "Seestr.12", "Weg 12 Haus B". */
const BEGINNINGS = /(?<![\p{L}\p{N}]|\d ?[-–/+] ?|\d\.)(?=[\p{L}\p{N}])|(?<=\p{L})(?=\p{N})/gu;
/** Positions in a street at which its house number may end: "Weg 12", "Weg 12, Hof". */
const ENDS = /$|(?=\s?[,(])/g;
/** Positions at which a word ends: "12 bis, rue". A number in a street may be a day: "Rue du 24 Janvier". */
const WORD_ENDS = /(?<!\.)(?=[,\s])/g;
/** A house number at the end of a street: "Weg 12 bis", "Weg 12, Hof". "Rue du 31-Décembre" has none. */
const NUMBER_AT_END =
  /(?<!\d)(?!\d{1,2}(?:er)?-\p{L}{3})\d[^\s,]*(?:,? (?:(?:haus|block|eingang|aufgang|b[aâ]t(?:iment|\.)?|entrée|scala) )?(?:bis|ter|[a-z]|[ivx]+))?(?=\s?[,(]|$)/iu;
const NUMBER_AT_START =
  /^\d{1,4}(?: ?(?:bis|ter)| ?[a-z])?(?: ?[-–/+] ?\d{1,4} ?[a-z]?)*(?:,|\s)/iu;

/** Longest house number that is searched for within a street, in characters. */
const NUMBER_CHARS = 64;

/** True if a part of the street, between two of these positions, is the number. */
function hasPart(street: string, number: string, begins: RegExp, ends: RegExp): boolean {
  if (number.length > NUMBER_CHARS) return false;
  const key = headingKey(number);
  const places = [...street.matchAll(ends)].map(({ index }) => index);
  return [...street.matchAll(begins)].some(({ index: begin }) => {
    for (const end of places) {
      if (end <= begin) continue;
      const part = headingKey(street.slice(begin, end));
      if (part === key) return true;
      if (part.length > key.length) return false;
    }
    return false;
  });
}

/** Words for a house without a number. */
const UNNUMBERED =
  /^(?:0+|ohne(?: ?nr\.?)?|o\. ?nr\.?|s\. ?n\.?c?\.?|snc|sans(?: n[o°]\.?)?|senza(?: n\.?)?)$/iu;

/** True for a cell that the field's rule rejects: a logical value, or one that could not be read. */
function isBroken(cell: SheetCell): boolean {
  return typeof cell === 'boolean' || brokenReason(cell) !== null;
}

function joinStreet(street: SheetCell, number: SheetCell): JoinedCell {
  const broken = [street, number].find(isBroken);
  if (broken !== undefined) return { cell: broken };
  const name = withoutInvisible(String(shownOf(street) ?? '')).trim();
  // The field's rule rejects a text of this length.
  if (name.length > condoFields.address.max) return { cell: street };
  const own = String(shownOf(number) ?? '')
    .trim()
    .replace(/^(\d+)[.,]0+$/, '$1');
  if (own === '' || name === '' || isNoValue(own) || UNNUMBERED.test(own)) return { cell: street };
  if (isShown(number) ? typeof number.value === 'string' : isDateText(own))
    return { cell: name, problem: sentence('house_number_is_date', { number: own }) };
  if (hasPart(name, own, BEGINNINGS, ENDS) || hasPart(name, own, /^/g, WORD_ENDS))
    return { cell: name };
  const isNumbered = NUMBER_AT_END.test(name) || NUMBER_AT_START.test(name);
  if (!isNumbered && !hasPart(name, own, BEGINNINGS, WORD_ENDS)) return { cell: `${name} ${own}` };
  return { cell: name, problem: sentence('two_house_numbers', { number: own }) };
}

/** The phone number; null for "-", which would make two people of one name the same person. */
function readPhone(cell: SheetCell): JoinedCell {
  const text = String(shownOf(cell) ?? '').trim();
  return { cell: /^0+$/.test(text) || isNoValue(text) ? null : cell };
}

/** A postcode before its place: "8001 Zürich", "CH-8001 Zürich", "8001, Zürich". */
const PLACE =
  /^(?:(?:CH|FL|LI|DE|D|AT|A|FR|F|IT|I)[\p{Pd}− ]*)?(\d{4,5})(?:\s*[,/\p{Pd}−]\s*|\s+)(\p{L}[\p{L}\p{M}\p{N} .,'’()/\p{Pd}]*)$/iu;
const PLACE_FIRST =
  /^(\p{L}[\p{L}\p{M} .'’()/\p{Pd}]*?)\s*[, ]\s*\(?(?:CH[\p{Pd}− ])?(\d{4,5})\)?$/iu;
/** A Dutch postcode with its letters: "1012 AB Amsterdam". Articles are excluded: "1345 LE LIEU". */
const WITH_LETTERS = /^\d{4,5} ?(?!LE|LA|ST|IL|EL|LO|AU|AM|IM|IN|DE|DI|OB)[A-Z]{2} \p{L}/u;
/** Post-office boxes, which some lists write next to the place. */
const BESIDE_PLACE = /postfach|case postale|casella postale|p\. ?o\. ?box/iu;
const COUNTRY_BEHIND =
  /(?: ?[,/-] ?| \(| ?\n ?)(?:CH|Schweiz|Suisse|Svizzera|Switzerland|FL|Liechtenstein)\)?$/iu;
/** A postcode with the prefix of its country: "CH-8001". */
const PREFIXED = /^(?:CH|FL|LI|DE|D|AT|A|FR|F|IT|I)[\p{Pd}− ]*(\d{4,5})$/iu;

/** Removes the prefix of the country and a thousands separator: "CH-8001" and "8'001" become "8001". */
function plainZip(cell: Cell): string {
  const text = String(cell ?? '')
    .trim()
    .replace(/^(\d{1,2})['’.,\s](\d{3})$/, '$1$2');
  return PREFIXED.exec(text)?.[1] ?? text;
}

/** Longest text of a postcode with its place. A longer text is not searched for them. */
const PLACE_CHARS = condoFields.city.max + condoFields.zip_code.max;

function splitPlace(cell: Cell): { zip: string; city: string } | null {
  const lines = String(cell ?? '')
    .trim()
    .replaceAll(/[^\S\n]+/g, ' ');
  if (lines.length > PLACE_CHARS) return null;
  const text = lines.replace(COUNTRY_BEHIND, '');
  if (/\n/.test(text) || WITH_LETTERS.test(text) || BESIDE_PLACE.test(text)) return null;
  if (PREFIXED.test(text)) return null;
  const [, first, last] = PLACE_FIRST.exec(text) ?? [];
  const [, zip = last, city = first] = PLACE.exec(text) ?? [];
  return zip === undefined || city === undefined ? null : { zip, city: city.trim() };
}

/** The postcode in a column that may also contain the place. */
function readZip(cell: SheetCell, cityCell: SheetCell): JoinedCell {
  const zip = shownOf(cell);
  if (typeof zip !== 'string' || brokenReason(cell) !== null) return { cell };
  const parts = splitPlace(zip);
  if (!parts) return { cell: plainZip(zip) };
  const city = shownOf(cityCell);
  const isSame =
    headingKey(parts.city) === headingKey(splitPlace(city)?.city ?? String(city ?? ''));
  return isSame ? { cell: parts.zip } : { cell, problem: 'zip_with_place' };
}

/** The place in a column that may also contain the postcode. */
function readCity(cell: SheetCell, zipCell: SheetCell): JoinedCell {
  const parts = splitPlace(shownOf(cell));
  if (!parts) return { cell };
  const zip = shownOf(zipCell);
  const isSame = parts.zip === (splitPlace(zip)?.zip ?? plainZip(zip));
  return isSame ? { cell: parts.city } : { cell, problem: 'place_with_zip' };
}
