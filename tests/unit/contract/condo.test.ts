import { describe, expect, it } from 'vitest';
import { condoCreateSchema, condoFormSchema, condoUpdateSchema } from '~/contract/condo';
import { toCondoFormData, type ImageValues } from '~/contract/condo-form-data';
import { readCondo } from '~/contract/condo-reading';
import { checkImageFile } from '~/contract/image';
import { issueMessages } from './messages';

const REQUIRED = {
  name: 'Chalet',
  address: 'Weg 1',
  city: 'Zermatt',
  state: 'Valais',
  zip_code: '3920',
  country: 'Switzerland',
};
const FORM = { ...REQUIRED, website: '', date_built: '', description: '' };
const NO_IMAGE = { existingUrl: null, file: null, removed: false };
const NO_IMAGES: ImageValues = { image: NO_IMAGE, flag: NO_IMAGE, country_flag: NO_IMAGE };

describe('the building form', () => {
  it.each([
    ['name', 'Building Name is required'],
    ['address', 'Address is required'],
    ['city', 'City/Town/Commune is required'],
    ['state', 'Canton is required'],
    ['zip_code', 'Zip Code is required'],
    ['country', 'Country is required'],
  ])('needs %s', (field, message) => {
    for (const blank of ['', '   ', '\u00a0', '\u200b', ' \u2060\u00ad\u200e ']) {
      expect(issueMessages(condoFormSchema, { ...FORM, [field]: blank })).toEqual([
        `${field}: ${message}`,
      ]);
    }
  });

  it('takes a name with invisible characters beside visible ones', () => {
    for (const name of ['\u200bChalet', '\u{1f468}\u200d\u{1f469}', '\u202eשלום']) {
      expect(issueMessages(condoFormSchema, { ...FORM, name })).toEqual([]);
    }
  });

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
  ])('rejects %j as website', (website) => {
    expect(issueMessages(condoFormSchema, { ...FORM, website })).toEqual([
      'website: Please enter a valid URL starting with http:// or https://',
    ]);
  });

  it.each(['', '  ', 'http://a.ch', 'HTTPS://a.ch', '  https://a.ch/b?c=d#e  '])(
    'takes %j as website',
    (website) => {
      expect(issueMessages(condoFormSchema, { ...FORM, website })).toEqual([]);
    },
  );

  it.each([0, -1, 0.5])('rejects %d units', (units) => {
    expect(issueMessages(condoFormSchema, { ...FORM, number_of_units: units })).toContain(
      'number_of_units: Number of units must be at least 1',
    );
  });

  it('takes an empty number and an empty date, and no impossible date', () => {
    expect(issueMessages(condoFormSchema, { ...FORM, number_of_units: undefined })).toEqual([]);
    expect(issueMessages(condoFormSchema, { ...FORM, date_built: '2024-02-29' })).toEqual([]);
    expect(issueMessages(condoFormSchema, { ...FORM, date_built: '2023-02-29' })).toHaveLength(1);
  });
});

describe('the building on the wire', () => {
  it('reads multipart texts: numbers become numbers, blanks mean no value', () => {
    const wire = {
      ...REQUIRED,
      number_of_units: ' 12 ',
      website: '',
      description: '  ',
      date_built: '',
    };
    expect(condoCreateSchema.parse(wire)).toEqual({
      ...REQUIRED,
      number_of_units: 12,
      website: null,
      description: null,
      date_built: null,
    });
  });

  it.each(['12abc', '1e2', '0x10', '1,5'])('does not take %s for a number', (units) => {
    expect(issueMessages(condoCreateSchema, { ...REQUIRED, number_of_units: units })).toHaveLength(
      1,
    );
  });

  it('PUT keeps what is not sent and reads the removal flags', () => {
    expect(
      condoUpdateSchema.parse({ city: 'Brig', remove_image: 'True', remove_flag: 'False' }),
    ).toEqual({
      city: 'Brig',
      remove_image: true,
      remove_flag: false,
    });
  });
});

const body = (form: object, images = NO_IMAGES, stored?: Parameters<typeof toCondoFormData>[2]) =>
  Object.fromEntries(toCondoFormData(condoFormSchema.parse({ ...FORM, ...form }), images, stored));

describe('form to multipart body', () => {
  it('leaves empty optional fields out', () => {
    expect(body({})).toEqual(REQUIRED);
  });

  it('trims, and writes numbers as digits', () => {
    expect(body({ website: ' https://a.ch ', number_of_units: 7 })).toEqual({
      ...REQUIRED,
      website: 'https://a.ch',
      number_of_units: '7',
    });
  });

  it('clears what was stored and is empty now, and nothing else', () => {
    const stored = readCondo({ ...REQUIRED, id: 1, website: 'https://a.ch', number_of_units: 3 });
    expect(body({}, NO_IMAGES, stored)).toEqual({ ...REQUIRED, website: '', number_of_units: '' });
  });

  it('sends a chosen file, flags a removed one, and never both', () => {
    const file = new File(['x'], 'a.png', { type: 'image/png' });
    const sent = body(
      {},
      {
        image: { existingUrl: 'https://a.ch/old.webp', file, removed: true },
        flag: { existingUrl: 'https://a.ch/flag.webp', file: null, removed: true },
        country_flag: { existingUrl: null, file: null, removed: true },
      },
    );
    expect(sent).toEqual({
      ...REQUIRED,
      image: file,
      remove_flag: 'True',
      flag_url: '',
    });
  });
});

describe('picked images', () => {
  const LIMIT = 5 * 1024 * 1024;
  it.each(['image/jpeg', 'image/jpg', 'image/png', 'image/webp'])(
    'takes %s just under 5MB',
    (type) => {
      expect(checkImageFile('image', { type, size: LIMIT - 1 })).toBeNull();
    },
  );
  it.each(['image/gif', 'image/svg+xml', 'text/html', ''])('rejects type %j', (type) => {
    expect(checkImageFile('flag', { type, size: 1 })).toBe(
      'Please select a valid image file (JPEG, PNG, or WebP)',
    );
  });
  it.each([
    ['image', 'Image size must be less than 5MB'],
    ['flag', 'Flag image size must be less than 5MB'],
    ['country_flag', 'Country flag image size must be less than 5MB'],
  ] as const)('rejects 5MB for %s', (name, message) => {
    expect(checkImageFile(name, { type: 'image/png', size: LIMIT })).toBe(message);
  });
});
