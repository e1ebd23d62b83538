import { describe, expect, it } from 'vitest';
import { readImport } from '../../support/read-rows';

it('decimals are decided once, when the first file is read', async () => {
  const all = await readImport('apartment', 'Gebäude;Nummer\nA;3.0\nA;3.1\nA;4.0\n');
  expect(all.valid.map(({ apartment_number }) => apartment_number)).toEqual(['3.0', '3.1', '4.0']);
  // The first two were created: the screen sends the last one alone.
  const last = 'condo_id,apartment_number\n\n\n"id 1","4.0"\n';
  const edited = await readImport('apartment', last, { isEdited: true });
  expect(edited.valid).toMatchObject([{ row_number: 4, apartment_number: '4.0' }]);
  // A file of another program does not say what was decided before.
  expect((await readImport('apartment', last)).valid).toMatchObject([{ apartment_number: '4' }]);
});

describe('a file of buildings', () => {
  const HEADINGS = 'Name;Adresse;PLZ;Ort;Kanton;Land\n';

  it.each([
    ['A;-;8001;Zürich;ZH;CH', 'Adresse "-": Address is required'],
    ['A;Weg 1;NULL;Zürich;ZH;CH', 'PLZ "NULL": Zip Code is required'],
    ['A;n/a;8001;Zürich;ZH;CH', 'Adresse "n/a": Address is required'],
    ['A;Weg 1;-;Zürich;ZH;CH', 'PLZ "-": Zip Code is required'],
    ['A;Weg 1;n.a.;Zürich;ZH;CH', 'PLZ "n.a.": Zip Code is required'],
    ['--;Weg 1;8001;Zürich;ZH;CH', 'Name "--": Building Name is required'],
    ['A;Weg 1;8001;unbekannt;ZH;CH', 'Ort "unbekannt": City/Town/Commune is required'],
    ['A;Weg 1;8001;Zürich;?;CH', 'Kanton "?": Canton is required'],
  ])('"%s" has not all that is required', async (row, reason) => {
    const { valid, rejected } = await readImport('condo', HEADINGS + row);
    expect(valid).toEqual([]);
    expect(rejected).toEqual([reason]);
  });

  it('two letters may be the code of a country or a state', async () => {
    const { valid } = await readImport('condo', `${HEADINGS}A;Weg 1;1;Windhoek;KH;NA\n`);
    expect(valid).toMatchObject([{ state: 'KH', country: 'NA' }]);
  });

  it.each(['\x1a', '\r\n\x1a', '\r\n\x1a\x1a\x1a', '\r\n\x1a\r\n'])(
    'that DOS ends with %j has no row more',
    async (end) => {
      const file = `${HEADINGS}A;Weg 1;8001;Zürich;ZH;CH${end}`;
      const { valid, rejected } = await readImport('condo', file);
      expect(rejected).toEqual([]);
      expect(valid).toMatchObject([{ name: 'A', country: 'CH' }]);
    },
  );
});
