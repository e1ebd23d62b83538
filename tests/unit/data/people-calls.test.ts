import { beforeEach, describe, expect, it } from 'vitest';
import { callApi } from '~/data/perform-call.server';
import { createUpstream, type Upstream } from '~/upstream/upstream.server';

interface WireCall {
  line: string;
  body: string;
}

/** The calls as the API client sends them. */
let wire: WireCall[] = [];
let answer: () => Response = () => Response.json({});
const upstream: Upstream = createUpstream({
  baseUrl: 'https://api.example/api',
  token: 'secret',
  transport: async (call) => {
    const request = call.toRequest();
    const { pathname, search } = call.url;
    wire.push({ line: `${request.method} ${pathname}${search}`, body: await request.text() });
    return answer();
  },
});

beforeEach(() => {
  wire = [];
  answer = () => Response.json({});
});

const lines = () => wire.map(({ line }) => line);

describe('calls for users', () => {
  it('leave out an empty search and no building', async () => {
    await callApi(upstream, 'users.list', { query: { search: '', page: 1, page_size: 10 } });
    await callApi(upstream, 'users.list', {
      query: { search: 'a&b %', page: 3, page_size: 10, condo_id: 7 },
    });
    expect(lines()).toEqual([
      'GET /api/admin/users?page=1&page_size=10',
      'GET /api/admin/users?search=a%26b+%25&page=3&page_size=10&condo_id=7',
    ]);
  });

  it('are those of the wire contract', async () => {
    await callApi(upstream, 'users.get', { id: 3 });
    await callApi(upstream, 'users.update', {
      id: 3,
      body: { first_name: 'A', last_name: '' },
      version: null,
    });
    await callApi(upstream, 'users.delete', { id: 3 });
    await callApi(upstream, 'associations.delete', { id: 51 });
    expect(wire).toEqual([
      { line: 'GET /api/admin/users/3', body: '' },
      { line: 'PUT /api/admin/users/3', body: '{"first_name":"A","last_name":""}' },
      { line: 'DELETE /api/admin/users/3', body: '' },
      { line: 'DELETE /api/admin/user-condo-associations/51', body: '' },
    ]);
  });
});

describe('calls for invitations', () => {
  it('are those of the wire contract', async () => {
    await callApi(upstream, 'invitations.list', { query: {} });
    await callApi(upstream, 'invite.send', {
      body: { email: 'a@b.ch', role: 'renter', condo_id: 7, apartment_id: 31 },
    });
    await callApi(upstream, 'invitations.delete', { id: 61 });
    await callApi(upstream, 'invitations.resend', { id: 61 });
    expect(wire).toEqual([
      { line: 'GET /api/admin/invitations?status=pending', body: '' },
      {
        line: 'POST /api/admin/invite-user',
        body: '{"email":"a@b.ch","role":"renter","condo_id":7,"apartment_id":31}',
      },
      { line: 'DELETE /api/admin/invitations/61', body: '' },
      { line: 'POST /api/admin/invitations/61/resend', body: '' },
    ]);
  });
});

describe('what only the embedded API has', () => {
  it('is how an invitation is accepted and a password is set', async () => {
    const token = 'a token of 20 letters';
    answer = () => new Response(null, { status: 204 });
    await callApi(upstream, 'acceptance.link', { query: { token } });
    await callApi(upstream, 'acceptance.accept', { body: { token, password: 'x' } });
    await callApi(upstream, 'password.link', { query: { token } });
    await callApi(upstream, 'password.set', { body: { token, password: 'four words make one' } });
    expect(wire).toEqual([
      { line: 'GET /api/invitations/accept?token=a+token+of+20+letters', body: '' },
      {
        line: 'POST /api/invitations/accept',
        body: '{"password":"x","token":"a token of 20 letters"}',
      },
      { line: 'GET /api/auth/set-password?token=a+token+of+20+letters', body: '' },
      {
        line: 'POST /api/auth/set-password',
        body: '{"password":"four words make one","token":"a token of 20 letters"}',
      },
    ]);
  });
});
