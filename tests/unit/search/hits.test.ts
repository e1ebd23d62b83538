import { describe, expect, it } from 'vitest';
import { readApartment } from '~/apartments/fields';
import { readCondo, type Condo } from '~/condos/fields';
import { readInvitation } from '~/invitations/fields';
import { readUser } from '~/users/fields';
import { condoHits, condoIndexOf } from '~/search/screens/condo-hits';
import { HITS_PER_KIND, type Hit } from '~/search/screens/hit';
import {
  apartmentHits,
  indexInvitations,
  invitationHits,
  userHits,
} from '~/search/screens/record-hits';

const NONE: ReadonlySet<string> = new Set();

const association = (id: number, condo_name: string, apartment_number: string | null) => ({
  id,
  condo_id: id,
  condo_name,
  apartment_number,
  role: 'renter',
});

function condo(id: number, name: string, more: object = {}): Condo {
  return readCondo({ id, name, address: 'Weg 1', city: 'Bern', zip_code: '3011', ...more });
}

const labels = (hits: readonly Hit[]) => hits.map(({ label }) => label);

describe('buildings', () => {
  const condos = [
    condo(1, 'Haus am Zürichberg'),
    condo(2, 'Unter Bellevue'),
    condo(3, 'Bellevue'),
    condo(4, 'Neubellevue'),
    condo(5, 'Seeblick', { address: 'Bellevueplatz 3' }),
    condo(6, ''),
    readCondo({ name: 'Without an id' }),
  ];
  const index = condoIndexOf(condos);

  it('come in the order of how well the name fits', () => {
    const names = labels(condoHits(index, 'bellevue', NONE).condo);
    expect(names).toEqual(['Bellevue', 'Unter Bellevue', 'Neubellevue', 'Seeblick']);
  });

  it('come first when they were opened lately', () => {
    expect(labels(condoHits(index, 'bellevue', new Set(['condo 5'])).condo)[0]).toBe('Seeblick');
  });

  it.each(['zurichberg', 'ZÜRICHBERG', 'haus zürich', 'berg haus', 'haus 3011'])(
    'are found by %s',
    (query) => {
      expect(labels(condoHits(index, query, NONE).condo)).toContain('Haus am Zürichberg');
    },
  );

  it('need every word', () => {
    expect(condoHits(index, 'bellevue zürich', NONE).condo).toEqual([]);
  });

  it('lead to their page, and one without a name is called by its id', () => {
    expect(condoHits(index, 'building 6', NONE).condo).toEqual([
      { key: 'condo 6', label: 'Building 6', detail: '3011 Bern', target: '/condos/6' },
    ]);
  });

  it('say why they were found: the part of the address, canton, country or id that has the words', () => {
    const blick = { address: 'Haus Seeblick\nBellevueplatz 3', state: 'BE' };
    const known = condoIndexOf([condo(5, 'Seeblick', blick)]);
    const details = (query: string) => condoHits(known, query, NONE).condo.map((hit) => hit.detail);
    expect(details('seeblick bern')).toEqual(['3011 Bern']);
    expect(details('bellevuepl')).toEqual(['Bellevueplatz 3 · 3011 Bern']);
    expect(details('seeblick haus')).toEqual(['Haus Seeblick · 3011 Bern']);
    expect(details('seeblick be')).toEqual(['3011 Bern']);
    expect(details('#5')).toEqual(['#5 · 3011 Bern']);
  });

  it('are at most 20, the best of all', () => {
    const many = Array.from({ length: 200 }, (_, id) => condo(id + 1, `Unter Linden ${id}`));
    const hits = condoHits(condoIndexOf([...many, condo(900, 'Linden')]), 'linden', NONE).condo;
    expect(hits).toHaveLength(HITS_PER_KIND);
    expect(hits[0]?.label).toBe('Linden');
  });

  it('are indexed once for each list', () => {
    expect(condoIndexOf(condos)).toBe(index);
    expect(condoIndexOf([...condos])).not.toBe(index);
  });

  it('have actions: a few unasked, more for the words of an action', () => {
    expect(labels(condoHits(index, 'seeblick', NONE).action)).toEqual([
      'Invite to Seeblick',
      'New apartment in Seeblick',
    ]);
    expect(condoHits(index, 'invite bellevue', NONE).action).toHaveLength(4);
    expect(condoHits(index, 'invite to seeb', NONE).action).toEqual([
      {
        key: 'invite 5',
        label: 'Invite to Seeblick',
        detail: '3011 Bern',
        target: '/users/invite?condo_id=5',
      },
    ]);
    expect(condoHits(index, 'new apartment in seeb', NONE).action).toMatchObject([
      { target: '/apartments/create?condo_id=5' },
    ]);
    expect(condoHits(index, 'invite', NONE).action).toEqual([]);
  });
});

describe('people', () => {
  const data = [
    readUser({ id: 1, first_name: 'Ada', last_name: 'Bach', email: 'ada@x.ch', is_active: true }),
    readUser({ id: 2, email: 'bo@x.ch', is_active: false }),
    readUser({ email: 'nobody@x.ch', is_active: true }),
  ];

  it('have name and e-mail; an inactive one is marked', () => {
    expect(userHits({ data, isForEarlierQuery: false }, 'x.ch', NONE)).toEqual([
      { key: 'user 1', label: 'Ada Bach', detail: 'ada@x.ch', target: '/users/1' },
      { key: 'user 2', label: 'bo@x.ch', detail: 'Inactive', target: '/users/2' },
    ]);
  });

  it('say why they were found, and where they live', () => {
    const user = readUser({
      id: 1,
      first_name: 'Ada',
      email: 'a.bach@x.ch',
      phone: '+41 44 555 12 34',
      is_active: true,
      condo_associations: [association(1, 'Seeblick', '3.02'), association(2, 'Höfli', null)],
    });
    const detail = (query: string) =>
      userHits({ data: [user], isForEarlierQuery: false }, query, NONE)[0]?.detail;
    expect(detail('ada')).toBe('Seeblick 3.02 · a.bach@x.ch');
    expect(detail('bach')).toBe('a.bach@x.ch · Seeblick 3.02');
    expect(detail('ada hofli')).toBe('Höfli · Seeblick 3.02 · a.bach@x.ch');
    expect(detail('0445551234')).toBe('+41 44 555 12 34 · Seeblick 3.02 · a.bach@x.ch');
  });

  it('are found without an e-mail address, by name or phone', () => {
    const phone = '+41 91 123 45 67';
    const nonna = readUser({ id: 3, first_name: 'Nonna', email: null, phone, is_active: true });
    const hit = { key: 'user 3', label: 'Nonna', target: '/users/3' };
    const hitsOf = (query: string) =>
      userHits({ data: [nonna], isForEarlierQuery: false }, query, NONE);
    expect(hitsOf('nonna')).toEqual([{ ...hit, detail: '' }]);
    expect(hitsOf('911234567')).toEqual([{ ...hit, detail: phone }]);
  });

  it('of an earlier answer are shown only where the new query fits', () => {
    expect(labels(userHits({ data, isForEarlierQuery: true }, 'ada b', NONE))).toEqual([
      'Ada Bach',
    ]);
  });

  it('come first when they were opened lately', () => {
    const hits = userHits({ data, isForEarlierQuery: false }, 'x', new Set(['user 2']));
    expect(hits[0]?.key).toBe('user 2');
  });
});

it('apartments lead to their building and name it where it is known', () => {
  const data = [
    readApartment({ id: 31, condo_id: 7, apartment_number: '1A' }),
    readApartment({ id: 32, condo_id: 8, apartment_number: '1B' }),
    readApartment({ id: 33, apartment_number: '1C' }),
  ];
  const condos = condoIndexOf([condo(7, 'Seeblick')]);
  const answer = { data, isForEarlierQuery: false };
  expect(apartmentHits(answer, '1', NONE, condos)).toEqual([
    { key: 'apartment 31', label: 'Unit 1A', detail: 'Seeblick', target: '/condos/7' },
    { key: 'apartment 32', label: 'Unit 1B', detail: 'Building 8', target: '/condos/8' },
  ]);
  expect(labels(apartmentHits({ data, isForEarlierQuery: true }, '1b', NONE, null))).toEqual([
    'Unit 1B',
  ]);
});

it('invitations are found by e-mail, role and building, and lead to the list', () => {
  const index = indexInvitations([
    readInvitation({
      id: 1,
      email: 'neu+1@x.ch',
      role: 'building_manager',
      condo: { name: 'Süd' },
    }),
    readInvitation({ id: 2, email: 'other@x.ch', role: 'owner' }),
  ]);
  expect(invitationHits(index, 'manager sud')).toEqual([
    {
      key: 'invitation 1',
      label: 'neu+1@x.ch',
      detail: 'Building Manager · Süd',
      target: '/pending-invitations?search=neu%2B1%40x.ch',
    },
  ]);
});
