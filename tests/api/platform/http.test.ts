import { expect, it, vi } from 'vitest';
import type { Log } from '~/platform/log';
import { apiPerFile, callsOf, rejectionOf } from '../../support/api';

const error = vi.fn<Log['error']>();
const api = apiPerFile({ log: { info() {}, warn() {}, error } });
const stranger = callsOf(api);

it('says what it offers, to anyone', async () => {
  const response = await stranger.call('GET', '/capabilities');
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    invitation_mail_state: true,
    invitation_expiry: true,
    logout: true,
    bulk_imports: true,
    bulk_review: true,
    account: true,
    administrators: true,
    password_reset: true,
    second_factor: true,
    passkeys: false,
    history: true,
    personal_data: true,
    restore: true,
    portfolio_check: true,
    tenancies: true,
    merge: true,
    invitation_letters: true,
  });
});

it.each(['/', '/x', '/auth', '/admin/x', '/admin/condos/', '/admin/condos/1/x'])(
  'answers 404 with a detail for %s',
  async (path) => {
    expect(await rejectionOf(api.call('GET', path))).toBe('404 Not found');
  },
);

it('hides unknown admin paths from strangers', async () => {
  expect((await stranger.call('GET', '/admin/x')).status).toBe(401);
});

it('answers 405 and OPTIONS with the methods of a path', async () => {
  const wrong = await api.call('PATCH', '/admin/condos/1', {});
  expect(wrong.headers.get('allow')).toBe('DELETE, GET, HEAD, PUT, OPTIONS');
  expect(await rejectionOf(wrong)).toBe('405 Method not allowed');
  expect((await stranger.call('GET', '/auth/login')).status).toBe(405);
  const options = await stranger.call('OPTIONS', '/admin/condos');
  expect(options.status).toBe(204);
  expect(options.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
});

it('answers HEAD like GET, without the body', async () => {
  const head = await api.call('HEAD', '/admin/condos');
  expect(head.status).toBe(200);
  expect(head.headers.get('content-type')).toBe('application/json');
  expect(await head.text()).toBe('');
  expect((await stranger.call('HEAD', '/admin/condos')).status).toBe(401);
});

it('lets no one cache what administrators see', async () => {
  const response = await api.call('GET', '/admin/condos');
  expect(response.headers.get('cache-control')).toBe('no-store');
});

it('logs why a call failed, without telling the caller', async () => {
  await api.database.pool.query('alter table apartments rename to gone');
  try {
    const response = await api.call('GET', '/admin/apartments');
    expect(await rejectionOf(response)).toBe('500 Internal server error');
    expect(error).toHaveBeenCalledOnce();
    expect(error.mock.lastCall?.[0]).toMatchObject({
      method: 'GET',
      path: '/api/admin/apartments',
      err: { cause: { message: 'relation "apartments" does not exist' } },
    });
  } finally {
    await api.database.pool.query('alter table gone rename to apartments');
  }
});
