import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  apartmentCreateSchema,
  apartmentFormSchema,
  toApartmentPayload,
} from '~/contract/apartment';
import { addParkingSpots, formatParkingSpots, parseParkingSpots } from '~/contract/parking';
import { issueMessages } from './messages';

const FORM = {
  condo_id: 4,
  apartment_number: '1A',
  parking_spot_numbers: [],
  no_parking: true,
  notes: '',
};

describe('the apartment form', () => {
  it('needs a building and a number', () => {
    expect(
      issueMessages(apartmentFormSchema, { ...FORM, condo_id: undefined, apartment_number: ' ' }),
    ).toEqual(['condo_id: Condo is required', 'apartment_number: Apartment number is required']);
  });

  it.each([
    ['floor_number', 'Floor number must be at least 1'],
    ['bedrooms', 'Rooms must be at least 1'],
    ['bathrooms', 'Bathrooms must be at least 1'],
    ['sqmt', 'Square meters must be at least 1'],
  ])('%s: at least 1, or empty', (field, message) => {
    expect(issueMessages(apartmentFormSchema, { ...FORM, [field]: 0 })).toContain(
      `${field}: ${message}`,
    );
    expect(issueMessages(apartmentFormSchema, { ...FORM, [field]: -3 })).toContain(
      `${field}: ${message}`,
    );
    expect(issueMessages(apartmentFormSchema, { ...FORM, [field]: 1 })).toEqual([]);
    expect(issueMessages(apartmentFormSchema, { ...FORM, [field]: undefined })).toEqual([]);
  });

  it.each([
    ['bedrooms', 3.5, true],
    ['bedrooms', 3.25, false],
    ['bedrooms', 3.4999999999, false],
    ['floor_number', 2.9999999999, false],
    ['bathrooms', 1.5, true],
    ['sqmt', 82.25, true],
    ['sqmt', 0.1 + 1.2, true],
    ['sqmt', 82.255, false],
  ])('%s %d fits its step: %s', (field, value, fits) => {
    expect(issueMessages(apartmentFormSchema, { ...FORM, [field]: value }).length === 0).toBe(fits);
  });

  it('needs a spot or None', () => {
    expect(issueMessages(apartmentFormSchema, { ...FORM, no_parking: false })).toEqual([
      'parking_spot_numbers: At least one parking spot or None must be selected',
    ]);
    const filled = { ...FORM, no_parking: false, parking_spot_numbers: ['P1'] };
    expect(issueMessages(apartmentFormSchema, filled)).toEqual([]);
    expect(issueMessages(apartmentFormSchema, { ...filled, parking_spot_numbers: [' '] })).toEqual([
      'parking_spot_numbers.0: Parking spot number is required',
    ]);
  });
});

const parse = (form: object) => apartmentFormSchema.parse({ ...FORM, ...form });

describe('form to wire', () => {
  it('leaves empty fields out and joins the spots', () => {
    expect(toApartmentPayload(parse({}))).toEqual({
      condo_id: 4,
      apartment_number: '1A',
      parking_spot_number: 'None',
    });
    const spots = {
      no_parking: false,
      parking_spot_numbers: ['A', 'B'],
      bedrooms: 2.5,
      notes: 'x',
    };
    expect(toApartmentPayload(parse(spots))).toEqual({
      condo_id: 4,
      apartment_number: '1A',
      parking_spot_number: 'A,B',
      bedrooms: 2.5,
      notes: 'x',
    });
  });

  it('None wins over spots that were added before it', () => {
    const both = parse({ no_parking: true, parking_spot_numbers: ['A'] });
    expect(toApartmentPayload(both).parking_spot_number).toBe('None');
  });

  it('clears what was stored and is empty now', () => {
    expect(toApartmentPayload(parse({}), { sqmt: 50, notes: 'old', bedrooms: null })).toMatchObject(
      {
        sqmt: null,
        notes: null,
      },
    );
    expect(toApartmentPayload(parse({}), { sqmt: 50 })).not.toHaveProperty('bedrooms');
  });
});

it('the wire reads numeric texts, and ids as numbers', () => {
  expect(
    apartmentCreateSchema.parse({ condo_id: '4', apartment_number: 12, sqmt: '82.50', notes: ' ' }),
  ).toEqual({ condo_id: 4, apartment_number: '12', sqmt: 82.5, notes: null });
});

describe('parking spots', () => {
  it('trims, ignores blanks and duplicates', () => {
    expect(addParkingSpots(['A'], ' B , A,, ')).toEqual(['A', 'B']);
    expect(addParkingSpots(['A'], '   ')).toEqual(['A']);
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
