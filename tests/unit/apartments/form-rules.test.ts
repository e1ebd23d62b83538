import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apartmentFormSchema, toApartmentPayload } from '~/apartments/schema';
import { condoFormSchema, checkImageFile } from '~/condos/schema';
import { atLeastOne, numberFromText, requiredText } from '~/fields/field';
import { IMAGE_LIMIT_BYTES } from '~/fields/limits';
import { addParkingSpots, formatParkingSpots, parseParkingSpots } from '~/apartments/fields';
import { issueMessages } from '../fields/messages';
import { ruleText } from '~/language/rules';

describe('a required text', () => {
  const rule = requiredText('Name');

  it.each(['', '   ', '\u00a0', '\u200b', ' \u2060\u00ad\u200e '])('is missing in %j', (blank) => {
    expect(issueMessages(rule, blank)).toEqual([': Name is required']);
  });

  it.each(['\u200bChalet', '\u{1f468}\u200d\u{1f469}', '\u202eשלום'])(
    'may have invisible characters beside visible ones: %j',
    (text) => expect(issueMessages(rule, text)).toEqual([]),
  );
});

describe('a website', () => {
  const { website } = condoFormSchema.shape;

  it.each([
    'chalet.example',
    'ftp://chalet.example',
    'javascript:alert(1)',
    'http://',
    'https://a b',
    'mailto:a@b.ch',
    'https://a.ch/b\nc',
    'https://a.ch/b\r\nBcc: c',
    'https://a.ch/\tb',
  ])('is not %j', (text) => {
    expect(issueMessages(website, text)).toEqual([
      ': Please enter a valid URL starting with http:// or https://',
    ]);
  });

  it.each(['', '  ', 'http://a.ch', 'HTTPS://a.ch', '  https://a.ch/b?c=d#e  '])(
    'may be %j',
    (text) => expect(issueMessages(website, text)).toEqual([]),
  );
});

describe('a number', () => {
  it.each([
    [1, 1, true],
    [1, 2.9999999999, false],
    [0.5, 3.5, true],
    [0.5, 3.25, false],
    [0.5, 3.4999999999, false],
    [0.01, 82.25, true],
    [0.01, 0.1 + 1.2, true],
    [0.01, 82.255, false],
    [0.01, -3, false],
  ] as const)('in steps of %d may be %d: %s', (step, value, fits) => {
    expect(atLeastOne('Rooms', step).safeParse(value).success).toBe(fits);
  });

  it.each([
    [' 12 ', 12],
    ['12abc', '12abc'],
    ['1e2', '1e2'],
    ['0x10', '0x10'],
    ['1,5', '1,5'],
  ])('of a form: %j is %j', (text, value) => {
    expect(numberFromText(text)).toBe(value);
  });
});

describe('parking spots', () => {
  const form = { condo_id: 4, apartment_number: '1A', notes: '' };

  it('are not blank, and none where "None" was chosen after them', () => {
    const blank = { ...form, no_parking: false, parking_spot_numbers: [' '] };
    expect(issueMessages(apartmentFormSchema, blank)).toEqual([
      'parking_spot_numbers.0: Parking spot number is required',
    ]);
    const both = { ...form, no_parking: true, parking_spot_numbers: ['A'] };
    expect(toApartmentPayload(both).parking_spot_number).toBe('None');
  });

  it.each([null, undefined, '', 'None', ' none '])('%j means no parking', (text) => {
    expect(parseParkingSpots(text)).toEqual([]);
  });

  it('survive the wire', () => {
    const entry = fc.string().filter((text) => text.trim().toLowerCase() !== 'none');
    fc.assert(
      fc.property(fc.array(entry), (typed) => {
        let spots: string[] = [];
        for (const text of typed) spots = addParkingSpots(spots, text);
        fc.pre(formatParkingSpots(spots).toLowerCase() !== 'none' || spots.length === 0);
        expect(parseParkingSpots(formatParkingSpots(spots))).toEqual(spots);
      }),
    );
  });
});

const NO_IMAGE = 'Please select a valid image file (JPEG, PNG, or WebP)';

it.each([
  ['image/jpeg', IMAGE_LIMIT_BYTES - 1, null],
  ['image/jpg', 1, null],
  ['image/png', 1, null],
  ['image/webp', 1, null],
  ['image/webp', IMAGE_LIMIT_BYTES, 'Flag image size must be less than 5MB'],
  ['image/gif', 1, NO_IMAGE],
  ['image/svg+xml', 1, NO_IMAGE],
  ['text/html', 1, NO_IMAGE],
  ['', 1, NO_IMAGE],
])('a picked file of type "%s" with %i bytes: %s', (type, size, message) => {
  const broken = checkImageFile('flag', { type, size });
  expect(broken && ruleText(broken)).toBe(message);
});
