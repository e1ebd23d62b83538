import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addressFile, readAddresses } from '~/invitations/addresses';

const read = (text: string) =>
  readAddresses(text).map(({ email, apartment }) => (apartment ? `${email} ${apartment}` : email));

it.each([
  ['one alone', 'anna@example.ch', ['anna@example.ch']],
  ['lines', 'a@x.ch\r\n\r\nb@x.ch\n', ['a@x.ch', 'b@x.ch']],
  [
    'semicolons, commas and blanks',
    'a@x.ch; b@x.ch,c@x.ch  d@x.ch;',
    ['a@x.ch', 'b@x.ch', 'c@x.ch', 'd@x.ch'],
  ],
  [
    'names',
    'Anna Muster <a@x.ch>, "Rossi, Bea" <b@x.ch>; Meier, Carl <c@x.ch>',
    ['a@x.ch', 'b@x.ch', 'c@x.ch'],
  ],
  ['names without brackets', 'Anna Muster a@x.ch\nBea: b@x.ch', ['a@x.ch', 'b@x.ch']],
  ['a copy of Outlook', "'a@x.ch' <a@x.ch>; b@x.ch <mailto:b@x.ch>", ['a@x.ch', 'b@x.ch']],
  ['marks around', '(a@x.ch), "b@x.ch". <c@x.ch>', ['a@x.ch', 'b@x.ch', 'c@x.ch']],
  ['a column', 'a@x.ch\nb@x.ch', ['a@x.ch', 'b@x.ch']],
  [
    'columns',
    'Anna\ta@x.ch\t3.01\nBea\tb@x.ch\t \nCarl\tc@x.ch',
    ['a@x.ch 3.01', 'b@x.ch', 'c@x.ch'],
  ],
  ['two people of a flat', 'a@x.ch, b@x.ch\t3.01', ['a@x.ch 3.01', 'b@x.ch 3.01']],
  ['headings, which it hands back', 'E-Mail\tWohnung\na@x.ch\t12', ['E-Mail Wohnung', 'a@x.ch 12']],
  [
    'what is none, which it hands back',
    'a@x.ch; Anna Muster\nnobody',
    ['a@x.ch', 'Anna Muster', 'nobody'],
  ],
  ['nothing', ' \n ; , <> \t', []],
])('reads %s', (_what, text, expected) => {
  expect(read(text)).toEqual(expected);
});

const word = fc.stringMatching(/^[a-zäöü]{1,8}$/);
const email = fc
  .tuple(fc.stringMatching(/^[a-z0-9][a-z0-9.+_'-]{0,8}[a-z0-9]$/), word)
  .map(([local, domain]) => `${local}@${domain}.example.ch`);
const name = fc.oneof(
  word,
  fc.tuple(word, word).map(([a, b]) => `${a} ${b}`),
);
const written = fc.tuple(email, name, fc.nat(5)).map(([address, who, form]) => ({
  address,
  text:
    [
      address,
      `<${address}>`,
      `${who} <${address}>`,
      `"${who}, ${who}" <${address}>`,
      `${who}, ${who} <${address}>`,
      `mailto:${address}`,
    ][form] ?? address,
}));

it('reads every address, in order and none twice, however it is written and separated', () => {
  const separator = fc.constantFrom('\n', '\r\n', ';', '; ', ',', ', ', ' ;\n', '\u2028');
  fc.assert(
    fc.property(fc.array(fc.tuple(written, separator), { maxLength: 30 }), (list) => {
      const text = list.map(([one, end]) => one.text + end).join('');
      expect(read(text)).toEqual(list.map(([one]) => one.address));
    }),
  );
});

it('reads the apartment of each row of a spreadsheet', () => {
  const apartment = fc.stringMatching(/^(?:[A-Z]?\d{1,3}(?:\.\d\d)?)?$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(name, email, apartment), { maxLength: 30 }), (rows) => {
      const text = rows.map((cells) => cells.join('\t')).join('\r\n');
      const expected = rows.map((cells) => ({ email: cells[1], apartment: cells[2] }));
      expect(readAddresses(text)).toEqual(expected);
    }),
  );
});

it('never fails, and loses no word with an @', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a@<>",; \t\n'.([]*$/), (text) => {
      const known = readAddresses(text);
      expect(known.every((one) => one.email !== '')).toBe(true);
      expect(known.length > 0 || !/\w@\w/.test(text)).toBe(true);
    }),
  );
});

const linesOf = async (file: File) => (await file.text()).replaceAll('"', '').split('\r\n');

it('writes a file of the import: numbers for the embedded API, ids of the building for another', async () => {
  const rows = readAddresses('a@x.ch\t12\nb@x.ch\nc@x.ch\t 99');
  const all = { role: 'renter', condo_id: 7, apartment_id: 31 };
  expect(await linesOf(addressFile(rows, all))).toEqual([
    'email,role,condo_id,Apartment number',
    'a@x.ch,renter,7,12',
    'b@x.ch,renter,7,id 31',
    'c@x.ch,renter,7,99',
    '',
  ]);
  const numbers = new Map([
    [31, '11'],
    [32, '12'],
  ]);
  const text = await addressFile(rows, { ...all, apartment_id: null }, numbers).text();
  expect(text.split('\r\n').slice(0, 4)).toEqual([
    '"email","role","condo_id","apartment_id"',
    '"a@x.ch","renter","7","32"',
    '"b@x.ch","renter","7",""',
    '"c@x.ch","renter","7","""99"""',
  ]);
});
