import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchHeadings } from '~/imports/rows/headings';
import { referenceMode } from '~/imports/bulk-columns';
import type { BulkType } from '~/imports/schema';

/** The field that a column is read as, and how digits below it are looked up. */
function read(type: BulkType, heading: string) {
  const [column] = matchHeadings(type, [heading]).columns;
  return [column?.column?.field, referenceMode(heading)];
}

/** Headings that say number, name or id, as people write them in four languages. */
const NUMBERS = [
  'Wohnungsnummer',
  'Wohnungsnr.',
  'Wohnung Nr.',
  'Wohnungs-Nr',
  'Nr. der Wohnung',
  'Whg.-Nr.',
  'Wohnungsbezeichnung',
  'unit number',
  'Unit No.',
  'Apartment #',
  'Apt. no',
  'Flat number',
  'apartment_number',
  'ApartmentNumber',
  "Numéro d'appartement",
  "N° de l'appartement",
  'No appartement',
  'Numéro du logement',
  'Numero appartamento',
  "Numero dell'appartamento",
  'N. appartamento',
];
const NAMES = [
  'Gebäudename',
  'Name der Liegenschaft',
  'Liegenschaftsname',
  'Liegenschaft Nr.',
  'Building name',
  'condo_name',
  'Name of the building',
  'Nom du bâtiment',
  "Nom de l'immeuble",
  "Nome dell'edificio",
  'Nome stabile',
];
const APARTMENT_IDS = [
  'apartment_id',
  'Apartment ID',
  'apartmentId',
  'Wohnungs-ID',
  'ID appartement',
];
const CONDO_IDS = ['condo_id', 'Building id', 'condoId', 'Gebäude-ID', "ID de l'immeuble"];
const OPEN = ['Wohnung', 'Apartment', 'Unit', 'Appartement', 'Logement', 'Appartamento'];
const OPEN_CONDOS = ['Gebäude', 'Building', 'Immeuble', 'Edificio', 'Liegenschaft'];

describe('a heading says whether digits are an id', () => {
  it.each([
    [NUMBERS, 'apartment_id', 'label'],
    [NAMES, 'condo_id', 'label'],
    [APARTMENT_IDS, 'apartment_id', 'id'],
    [CONDO_IDS, 'condo_id', 'id'],
    [OPEN, 'apartment_id', 'open'],
    [OPEN_CONDOS, 'condo_id', 'open'],
  ])('%j', (headings, field, mode) => {
    const ends = fc.constantFrom('', ' ', ':', ' *', '.');
    fc.assert(
      fc.property(fc.constantFrom(...headings), ends, fc.boolean(), (heading, end, isUpper) => {
        // Capitals hide where the words of "apartmentId" end.
        const isCamel = /\p{Ll}\p{Lu}/u.test(heading);
        const written = (isUpper && !isCamel ? heading.toUpperCase() : heading) + end;
        expect(read('user_invite', written)).toEqual([field, mode]);
      }),
    );
  });

  it.each(['Hausnummer', 'EGID', 'Anzahl Wohnungen', 'Number of units', 'Etage', 'Nummer', 'Name'])(
    '%s names no record',
    (heading) => {
      expect(read('user_invite', heading)[0]).toBeUndefined();
    },
  );

  it('an apartment has its number, never the id that another program gave it', () => {
    expect(read('apartment', 'Wohnungsnummer')[0]).toBe('apartment_number');
    expect(read('apartment', 'Wohnungs-ID')[0]).toBeUndefined();
    expect(read('condo', 'Liegenschaft')[0]).toBe('name');
    expect(read('condo', 'Liegenschaft Nr.')[0]).toBeUndefined();
  });
});
