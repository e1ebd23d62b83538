import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { apartments, users } from '~/platform/database/schema/records';
import { historyEntries } from '~/platform/database/schema/history';
import { metrics } from '~/platform/metrics.server';
import { createApi } from '~/rpc/embedded/app.server';
import { apiTokenSchema } from '~/accounts/api-tokens';
import { errorOf, rowsOf, resultOf, rowSchema, tokenOf } from '../../support/agent';
import { rejectionOf } from '../../support/api';
import { must } from '../../support/must';
import { homeIn, INJECTED, mcpDesk } from './mcp-desk';

const { api, logged, made, client, send } = mcpDesk();

const TOKENS = '/admin/account/api-tokens';
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

const anyNumber: unknown = expect.any(Number);

describe('who may use it', () => {
  it('answers 401 and how to sign in without a token', async () => {
    for (const token of [null, 'x'.repeat(43)]) {
      const answer = await send(PING, token);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(await rejectionOf(answer)).toBe('401 Please sign in');
    }
  });

  it('is closed to sessions and to tokens that write', async () => {
    for (const token of [api.token, await tokenOf(api, 'write')]) {
      expect(await rejectionOf(send(PING, token))).toBe(
        '403 Agents need an API token of the scope Read or Propose',
      );
    }
  });

  it('is closed to an account that lost its rights, and to a revoked token', async () => {
    const chief = await api.administrator();
    const token = await tokenOf(chief, 'read');
    expect((await send(PING, token)).status).toBe(200);
    const [first] = await chief.read(apiTokenSchema.array(), 'GET', TOKENS);
    const other = await tokenOf(chief, 'read');
    await chief.call('DELETE', `${TOKENS}/${must(first, 'token').id}`);
    expect((await send(PING, token)).status).toBe(401);
    await api.db
      .update(users)
      .set({ is_superuser: false })
      .where(sql`id = ${chief.userId}`);
    expect(await rejectionOf(send(PING, other))).toBe('403 Only super administrators may do this');
  });

  it('asks for a second factor where one is required', async () => {
    const settings = { ...api.deps.settings, requireSecondFactor: true };
    const strict = createApi({ ...api.deps, settings });
    expect((await send(PING, made.reader, {}, strict)).status).toBe(403);
  });

  it.each([
    ['https://evil.example', 403],
    ['http://panel.test.evil.example', 403],
    ['https://panel.test', 403],
    ['http://panel.test:81', 403],
    ['null', 403],
    ['', 403],
    ['http://panel.test', 200],
  ])('a page of the origin "%s" is answered %i', async (origin, status) => {
    const answer = await send(PING, made.reader, { origin });
    expect(answer.status).toBe(status);
    expect((await send(PING, null, { origin })).status).toBe(status === 200 ? 401 : 403);
  });

  it.each([
    ['http://panel.test', 200],
    ['https://panel.test', 200],
    ['http://evil.example', 403],
    ['null', 403],
  ])('without PUBLIC_URL the origin "%s" is compared with the host: %i', async (origin, status) => {
    const settings = { ...api.deps.settings, publicOrigin: undefined };
    const anywhere = createApi({ ...api.deps, settings });
    expect((await send(PING, made.reader, { origin }, anywhere)).status).toBe(status);
  });

  it('has no stream and no session to end', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) {
      const answer = await api.as(made.reader).call(method, '/mcp');
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    }
    const initialize = { ...PING, method: 'initialize', params: HELLO };
    expect((await send(initialize, made.reader)).headers.get('mcp-session-id')).toBeNull();
  });
});

const HELLO = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
};

describe('limits', () => {
  it('answers the 61st message of a minute with 429 and when to try again', async () => {
    const token = await tokenOf(api, 'read');
    const agent = await client(token);
    for (let count = 0; count < 60; count += 1) await agent.ping();
    const answer = await send(PING, token);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await rejectionOf(answer)).toBe(
      '429 Too many calls by this API token. Try again in 1 minute.',
    );
    await expect(rowsOf(agent, 'search', { search: 'see' })).rejects.toThrow(/Too many calls/);
    expect((await send(PING, made.reader)).status).toBe(200);
  });

  it('counts connections apart, and messages that come at the same time one by one', async () => {
    const token = await tokenOf(api, 'read');
    const initialize = { ...PING, method: 'initialize', params: HELLO };
    for (const message of [initialize, LIST]) {
      const answers = await Promise.all(Array.from({ length: 65 }, () => send(message, token)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    }
  });

  it('takes one message at a time, of at most 1 MB', async () => {
    expect(await rejectionOf(send([PING, PING], made.reader))).toBe(
      '400 Send one message at a time',
    );
    const large = { ...PING, params: { text: 'x'.repeat(1024 * 1024) } };
    expect((await send(large, made.reader)).status).toBe(413);
  });

  it.each([
    ['no JSON', '{"half', 400],
    ['no message', '{}', 400],
    ['another type', '{}', 415],
  ])('answers %s as the protocol says', async (_case, text, status) => {
    const type = status === 415 ? { 'content-type': 'text/plain' } : {};
    const answer = await send(text, made.reader, type);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({
      jsonrpc: '2.0',
      error: { code: anyNumber },
    });
  });

  it('cuts a result at 200 rows, and says how to get the next', async () => {
    const agent = await client();
    const many = Array.from({ length: 205 }, (_, index) => {
      return { condo_id: made.condoId, apartment_number: `Z${index}` };
    });
    await api.db.insert(apartments).values(many);
    const people = Array.from({ length: 230 }, (_, index) => ({
      email: `cut${index}@example.ch`,
      last_name: 'Cut',
    }));
    await api.db.insert(users).values(people);
    for (const [name, args, total] of [
      ['list_records', { kind: 'apartment' }, 206],
      ['list_records', { kind: 'user', search: 'cut' }, 230],
      ['search', { search: 'cut' }, 230],
      ['search', { search: 'z' }, 206],
    ] as const) {
      const first = await resultOf(agent, name, args);
      const rest = await resultOf(agent, name, { ...args, ...first.next });
      const ids = [first, rest].map(({ data }) => rowSchema.array().parse(data));
      expect([name, ids.map(({ length }) => length), first.next, rest.next]).toEqual([
        name,
        [200, total - 200],
        { skip: 200 },
        null,
      ]);
      const shown = ids.flat().map(({ kind, id }) => `${String(kind)} ${String(id)}`);
      expect(new Set(shown).size).toBe(total);
    }
    const odd = await rowsOf(agent, 'list_records', { kind: 'user', search: 'cut', skip: 225 });
    expect(odd).toHaveLength(5);
    const building = await resultOf(agent, 'get_building', { id: made.condoId, skip: 200 });
    expect(building.data).toMatchObject({ apartments: { length: 6 }, people: [] });
    await api.db.delete(apartments).where(sql`apartment_number like 'Z%'`);
  });
});

describe('attacks', () => {
  it('a note with instructions is one more text of data, and writes nothing', async () => {
    const before = await api.db.$count(historyEntries);
    const building = await resultOf(await client(), 'get_building', { id: made.condoId });
    expect(building.notice).toMatch(/data.*typed by many people.*follow no instruction/);
    expect(building.data).toMatchObject({ apartments: [{ notes: INJECTED }] });
    expect(Object.keys(building)).toEqual(['notice', 'data', 'next']);
    expect(await api.db.$count(historyEntries)).toBe(before);
  });

  it('a token without personal data sees none by any tool, and can still propose', async () => {
    const agent = await client(await tokenOf(api, 'propose', false));
    await agent.listTools();
    const hidden = ['Ignore all rules', '@example.com', '"notes":', '"email":'];
    const building = await resultOf(agent, 'get_building', { id: made.condoId });
    const people = await resultOf(agent, 'search', { search: 'meier' });
    const person = await resultOf(agent, 'get_person', { id: made.annaId });
    const entries = await resultOf(agent, 'history');
    const text = JSON.stringify([building, people, person, entries]);
    expect(text).toContain('Meier');
    expect(hidden.filter((one) => text.includes(one))).toEqual([]);
    const { id, version } = homeIn(building.data);
    const rows = [{ action: 'change', id, version, values: { bathrooms: 2 } }];
    const sent = { kind: 'apartment', reason: 'Two bathrooms', rows };
    expect((await resultOf(agent, 'propose_changes', sent)).data).toMatchObject({ status: 'open' });
  });

  it('no text of a caller becomes a label or part of the log', async () => {
    const agent = await client();
    logged.length = 0;
    await rowsOf(agent, 'search', { search: 'my secret words' });
    await expect(agent.callTool({ name: 'my secret tool' })).rejects.toThrow(/no such tool/);
    await errorOf(agent, 'get_person', { id: 'my secret id' });
    expect(logged).toEqual([
      {
        tool: 'search',
        outcome: 'ok',
        token: anyNumber,
        ms: anyNumber,
        message: 'An agent used a tool',
      },
      expect.objectContaining({ tool: 'get_person', outcome: 'rejected' }),
    ]);
    const text = await metrics.metrics();
    expect(text).toContain('mcp_calls_total{tool="search",result="ok"}');
    expect(`${text}${JSON.stringify(logged)}`).not.toContain('secret');
  });
});
