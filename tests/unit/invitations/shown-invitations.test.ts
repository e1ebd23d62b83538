import { expect, it } from 'vitest';
import { readInvitation } from '~/invitations/fields';
import { invitationSearch } from '~/invitations/search';
import { shownInvitations } from '~/invitations/queries';

const NOW = new Date('2026-03-05T12:00:00Z');
const LIST = [
  { id: 1, email: 'anna@example.ch', condo: { name: 'Seestrasse 7' }, mail: { state: 'sent' } },
  { id: 2, email: 'ben@example.ch', condo: { name: 'Höfli' }, mail: { state: 'failed' } },
  { id: 3, email: 'cleo@example.ch', role: 'building_manager', expires_at: '2026-03-05T11:00:00Z' },
  { id: 4, email: 'dora@example.ch', apartment: { apartment_number: '3B' } },
  {
    id: 5,
    email: 'emil@example.ch',
    mail: { state: 'failed' },
    expires_at: '2026-03-06T00:00:00Z',
  },
  { id: 6, email: 'fay@example.ch', expires_at: '2026-03-09T00:00:00Z' },
].map(readInvitation);

const shown = (query: object) =>
  shownInvitations(LIST, invitationSearch.read(query), NOW).map(({ id }) => id);

it('begin with those whose e-mail failed, the others in their order', () => {
  expect(shown({})).toEqual([2, 5, 1, 3, 4, 6]);
});

it.each([
  [{ search: 'HOFLI' }, [2]],
  [{ search: 'building manager' }, [3]],
  [{ search: '3b' }, [4]],
  [{ search: 'nobody' }, []],
  [{ state: 'failed' }, [2, 5]],
  [{ state: 'sent' }, [1]],
  [{ state: 'expired' }, [3]],
  [{ state: 'ending' }, [5, 3]],
  [{ state: 'unknown' }, [2, 5, 1, 3, 4, 6]],
  [{ state: 'failed', search: 'emil' }, [5]],
])('%j leaves %j', (query, ids) => {
  expect(shown(query)).toEqual(ids);
});
