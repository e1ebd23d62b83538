import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from '~/fields/zod';
import { apiTokens } from '~/platform/database/schema/account';
import { errorOf, fieldError, rejectionOf } from '../../support/api';
import { anApartment } from '../../support/builders';
import { formOf } from '../../support/form-of';
import { must } from '../../support/must';
import { email, personalDataDesk, secretIn } from './personal-data-desk';

const { api, tokens, ids, newToken } = personalDataDesk();

const tagOf = async (token: string, path: string) =>
  must((await api.as(token).call('GET', path)).headers.get('etag'), 'etag');

const mark = (personal_data: boolean) =>
  api.db.update(apiTokens).set({ personal_data }).where(eq(apiTokens.scope, 'write'));

describe('the version of a record', () => {
  it.each([
    ['users', () => ids.ada, { phone: '+41 44 111 11 11' }, { last_name: 'Keller' }],
    ['apartments', () => ids.other, { notes: 'Secret three' }, { bedrooms: 5 }],
    ['user-condo-associations', () => ids.tenancy, { note: 'Secret' }, { role: 'renter' }],
  ])('of %s tells nothing of them, and still guards a change', async (list, id, hidden, seen) => {
    const path = `/admin/${list}/${id()}`;
    const before = [await tagOf(tokens.plain, path), await tagOf(tokens.marked, path)];
    expect(before[0]).not.toBe(before[1]);
    expect((await api.call('PUT', path, hidden)).status).toBe(200);
    expect(await tagOf(tokens.plain, path)).toBe(before[0]);
    expect(await tagOf(tokens.marked, path)).not.toBe(before[1]);
    const write = (body: object, tag = '') =>
      api.as(tokens.writer).call('PUT', path, body, { 'if-match': tag });
    const changed = await write(seen, before[0]);
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).toBe(await tagOf(tokens.plain, path));
    expect((await write(seen, before[0])).status).toBe(412);
    expect((await write(seen, before[1])).status).toBe(412);
    const after = await tagOf(tokens.marked, path);
    expect((await write(seen, after)).status).toBe(412);
    expect((await api.call('PUT', path, hidden, { 'if-match': after })).status).toBe(200);
  });
});

describe('answers to changes', () => {
  it('show none either, nor do errors', async () => {
    const condo = { condo_id: ids.condo, apartment_id: ids.other, role: 'renter' };
    const calls: [string, string, object?][] = [
      ['PUT', `/admin/users/${ids.ada}`, { first_name: 'Ada' }],
      ['PUT', `/admin/users/${ids.unnamed}`, { first_name: '' }],
      ['POST', '/admin/users', { first_name: 'Eva', email: email('eva') }],
      ['POST', '/admin/users', { first_name: 'Eva', email: email('ada') }],
      ['PUT', `/admin/apartments/${ids.apartment}`, { bedrooms: 2 }],
      ['POST', '/admin/apartments', anApartment({ condo_id: ids.condo, notes: 'Secret four' })],
      ['POST', '/admin/invite-user', { ...condo, email: email('new') }],
      ['POST', '/admin/invite-user', { ...condo, email: email('guest') }],
      ['POST', '/admin/user-condo-associations', { ...condo, user_id: ids.ada, note: 'Secret' }],
      [
        'POST',
        '/admin/user-condo-associations',
        { ...condo, user_id: ids.twin, notify: true, note: 'Secret' },
      ],
      ['PUT', `/admin/condos/${ids.condo}`, { country: 'CH' }],
      ['DELETE', `/admin/condos/${ids.condo}`],
      ['POST', `/admin/users/${ids.ada}/merge`, { user_id: ids.unnamed }],
      ['POST', '/admin/history/restore', { kind: 'user', id: ids.unnamed }],
    ];
    for (const [method, path, body] of calls) {
      const response = await api.as(tokens.writer).call(method, path, body);
      expect([path, secretIn(await response.text())]).toEqual([path, undefined]);
    }
  });

  it('leave what the token does not see as it is', async () => {
    const path = `/admin/apartments/${ids.apartment}`;
    const whole = z.looseObject({});
    const seen = await api.as(tokens.writer).read(whole, 'GET', path);
    expect(Object.keys(seen)).not.toContain('notes');
    await api.as(tokens.writer).read(whole, 'PUT', path, { ...seen, bedrooms: 4 });
    expect(await api.read(whole, 'GET', path)).toMatchObject({
      notes: 'A secret stair',
      bedrooms: 4,
    });
  });
});

describe('files of people, and reviews of notes, need a token with personal data:', () => {
  const file = new Blob(['name,address\nA,B 1']);
  const rejected = '403 This API token is without personal data';

  it.each([
    ['bulk-validate', 'user_invite'],
    ['bulk-validate', 'tenancy'],
    ['bulk-review', 'apartment'],
    ['bulk-review', 'tenancy'],
    ['bulk-review', 'user'],
  ])('%s of %s', async (call, type) => {
    const send = () => api.as(tokens.writer).call('POST', `/admin/${call}`, formOf({ type, file }));
    expect(await rejectionOf(send())).toBe(rejected);
    await mark(true);
    expect((await send()).status).not.toBe(403);
    await mark(false);
  });

  it.each([
    ['bulk-create', { type: 'user_invite', rows: '[]' }],
    ['bulk-create', { type: 'tenancy', rows: '[]' }],
    ['bulk-apply', { type: 'user', rows: '[]', changes: '[]' }],
    ['bulk-apply', { type: 'apartment', rows: '[]', changes: '[]' }],
  ])('%s of %j', async (call, form) => {
    const answer = api.as(tokens.writer).call('POST', `/admin/${call}`, formOf(form));
    expect(await rejectionOf(answer)).toBe(rejected);
  });

  it('and rows of apartments come back as they were sent', async () => {
    const text = 'number,notes\n7,Secret of mine';
    const columns = JSON.stringify({ number: 'apartment_number', notes: 'notes' });
    const form = formOf({
      type: 'apartment',
      condo_id: String(ids.condo),
      columns,
      file: new Blob([text]),
    });
    const answer = await api.as(tokens.writer).call('POST', '/admin/bulk-validate', form);
    expect(await answer.text()).toContain('Secret of mine');
  });
});

it('writes nothing in place of an address that it does not see', async () => {
  const script = api.as(await newToken({ scope: 'write' }));
  const path = `/admin/condos/${ids.condo}`;
  const { description } = await script.read(z.object({ description: z.string() }), 'GET', path);
  expect(description).toBe('Ask (e-mail address)');
  const why = 'has an e-mail address that this API token does not see: leave the field out';
  const back = script.call('PUT', path, { description });
  expect(await errorOf(back)).toEqual(fieldError('description', why));
  // A caller who sees the addresses may write these words.
  expect((await api.call('PUT', path, { description })).status).toBe(200);
});
