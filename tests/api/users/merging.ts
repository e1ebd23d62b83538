import { beforeEach } from 'vitest';
import { mergeReviewSchema, type MergedField } from '~/users/merging';
import { tenancyRecordSchema } from '~/users/schema';
import { insertUser } from '../../support/api';
import { deskPerTest, type InvitationDesk } from '../../support/invitation-desk';

export const TENANCIES = '/admin/user-condo-associations';

export let desk: InvitationDesk;
/** The one who stays, and the one who closes, unless told otherwise. */
export let anna: number;
export let other: number;

/** Opens a desk with two people who may be one, for each test of a file. */
export function openPeople(): void {
  desk = deskPerTest();
  beforeEach(async () => {
    desk.time.now = new Date('2026-07-01T10:00:00Z');
    anna = await insertUser(desk.api.db, {
      email: 'anna@example.com',
      first_name: 'Anna',
      last_name: 'Rossi',
      phone: '044 1',
    });
    other = await insertUser(desk.api.db, {
      email: 'zanzrossi@example.com',
      first_name: 'A.',
      last_name: 'Zanzrossi',
      phone: '079 2',
      language: 'it-CH',
      profile_picture: 'https://pictures.example/zanz.webp',
      password_hash: 'plain:four words make one',
    });
  });
}

export const url = (id = anna) => `/admin/users/${id}/merge`;
export const review = (closed = other, kept = anna) =>
  desk.api.read(mergeReviewSchema, 'GET', `${url(kept)}?user_id=${closed}`);
export const tagOf = async (closed = other, kept = anna) =>
  (await desk.api.call('GET', `${url(kept)}?user_id=${closed}`)).headers.get('etag') ?? '';
export const merge = (
  {
    closed = other,
    kept = anna,
    take,
  }: { closed?: number; kept?: number; take?: MergedField[] } = {},
  headers?: Record<string, string>,
) => desk.api.call('POST', url(kept), { user_id: closed, take }, headers);

export const begin = (user_id: number, fields: object = {}) => {
  const place = { condo_id: desk.condo, apartment_id: desk.apartment, role: 'renter' };
  return desk.api.read(
    tenancyRecordSchema,
    'POST',
    TENANCIES,
    { user_id, ...place, ...fields },
    201,
  );
};
export const tenanciesOf = (id: number) =>
  desk.api.read(tenancyRecordSchema.array(), 'GET', `${TENANCIES}?user_id=${id}`);
