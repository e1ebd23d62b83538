import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { users } from '~/platform/database/schema/records';
import { apartmentSchema } from '~/apartments/schema';
import { proposalSchema } from '~/proposals/schema';
import { errorOf, rowsOf, resultOf, tokenOf } from '../../support/agent';
import { aCondo } from '../../support/builders';
import { homeIn, mcpDesk } from './mcp-desk';

const { api, made, client } = mcpDesk();

const aboutVacancy: unknown = expect.stringMatching(/^For apartment\. Apartments with neither/);
const aVersion: unknown = expect.stringMatching(/^"/);

const named = async (token: string) =>
  (await (await client(token)).listTools()).tools.map(({ name }) => name);

describe('tools', () => {
  const READING = [
    'search',
    'get_building',
    'list_records',
    'get_person',
    'portfolio_findings',
    'history',
  ];

  it('are described, and none but proposals says that it does more than read', async () => {
    const { tools } = await (await client(made.proposer)).listTools();
    for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
      expect(description?.length).toBeGreaterThan(50);
      expect([inputSchema.type, outputSchema?.type]).toEqual(['object', 'object']);
      expect(inputSchema.additionalProperties).toBe(false);
      expect(annotations?.readOnlyHint).toBe(name !== 'propose_changes');
    }
    const filters = tools.find(({ name }) => name === 'list_records')?.inputSchema.properties;
    expect(filters).toMatchObject({
      zip_code: { description: 'For condo.' },
      vacant_on: { description: aboutVacancy },
    });
    expect(JSON.stringify(tools)).toContain('City/Town/Commune');
    expect(JSON.stringify(tools).length).toBeLessThan(60_000);
  });

  it('propose for the scope Propose alone, and only while its owner may', async () => {
    expect(await named(made.reader)).toEqual(READING);
    expect(await named(made.proposer)).toEqual([...READING, 'propose_changes']);
    const colleague = await api.administrator();
    const token = await tokenOf(colleague, 'propose');
    await api.db
      .update(users)
      .set({ rights: 'look' })
      .where(sql`id = ${colleague.userId}`);
    expect(await named(token)).toEqual(READING);
    const row = { action: 'create', values: aCondo() };
    const sent = { kind: 'condo', reason: 'New', rows: [row] };
    expect(await errorOf(await client(token), 'propose_changes', sent)).toMatchObject({
      code: 'rights_missing',
    });
    expect(await errorOf(await client(), 'propose_changes', sent)).toMatchObject({
      code: 'token_scope',
    });
  });

  it('propose, by the versions that were read; nothing changes until a person applies it', async () => {
    const agent = await client(made.proposer);
    const { data } = await resultOf(agent, 'get_building', { id: made.condoId });
    const { id, version } = homeIn(data);
    const rows = [{ action: 'change', id, version, values: { bedrooms: 4 } }];
    const sent = { kind: 'apartment', reason: 'Measured again', rows };
    const proposed = proposalSchema.parse((await resultOf(agent, 'propose_changes', sent)).data);
    expect(proposed).toMatchObject({ status: 'open', changes: 1, creates: 0 });
    const home = () => api.read(apartmentSchema, 'GET', `/admin/apartments/${id}`);
    expect((await home()).bedrooms).toBe(3.5);
    const body = { version: proposed.version };
    await api.call('POST', `/admin/proposals/${proposed.id}/apply`, body);
    expect((await home()).bedrooms).toBe(4);
    for (const [wrong, place] of [
      [{ ...sent, kind: 'invitation' }, 'kind'],
      [{ ...sent, rows: [{ ...rows[0], values: { color: 'red' } }] }, '0'],
      [{ ...sent, rows: [{ ...rows[0], version: undefined }] }, '0'],
    ] as const) {
      const error = await errorOf(agent, 'propose_changes', wrong);
      expect(JSON.stringify(error)).toContain(place);
    }
  });

  it('find records by a text, and list them by their own filters', async () => {
    const agent = await client();
    expect(await rowsOf(agent, 'search', { search: 'seeblick' })).toEqual([
      expect.objectContaining({ kind: 'condo', id: made.condoId, name: 'Seeblick' }),
    ]);
    expect(await rowsOf(agent, 'search', { search: 'meier' })).toEqual([
      expect.objectContaining({ kind: 'user', id: made.annaId }),
    ]);
    const zug = { kind: 'condo', city: 'Zug' };
    expect(await rowsOf(agent, 'list_records', zug)).toEqual([]);
    expect(await rowsOf(agent, 'list_records', { kind: 'invitation' })).toEqual([]);
    const unknown = await errorOf(agent, 'list_records', { kind: 'user', city: 'Zug' });
    expect(unknown).toMatchObject({ detail: 'city: This kind has no such filter' });
  });

  it('show a building with who is in its apartments on a day', async () => {
    const agent = await client();
    const { headers } = await api.call('GET', `/admin/apartments/${made.homeId}`);
    const home = (residents: object[]) => ({
      building: { id: made.condoId, name: 'Seeblick', version: aVersion },
      apartments: [{ id: made.homeId, version: headers.get('etag'), residents }],
      people: [{ user_id: made.annaId, role: 'building_manager' }],
    });
    const on = async (as_of: string) =>
      (await resultOf(agent, 'get_building', { id: made.condoId, as_of })).data;
    const anna = { user_id: made.annaId, name: 'Anna Meier' };
    expect(await on('2026-03-01')).toMatchObject(home([anna]));
    expect(await on('2026-07-01')).toMatchObject(home([]));
    expect(await errorOf(agent, 'get_building', { id: 999_999 })).toMatchObject({
      detail: 'Building not found',
    });
    const wrong = { id: made.condoId, as_of: 'soon' };
    expect(await errorOf(agent, 'get_building', wrong)).toHaveProperty('errors');
  });

  it('show a person with every association, findings and the history', async () => {
    const agent = await client();
    expect((await resultOf(agent, 'get_person', { id: made.annaId })).data).toMatchObject({
      person: { id: made.annaId, last_name: 'Meier', version: aVersion },
      associations: [
        { state: 'current', role: 'building_manager' },
        { state: 'past', apartment_id: made.homeId },
      ],
    });
    const counts = await rowsOf(agent, 'portfolio_findings');
    expect(counts).toContainEqual(expect.objectContaining({ kind: 'empty_apartment', count: 1 }));
    const kind = 'empty_apartment';
    expect(await rowsOf(agent, 'portfolio_findings', { kind })).toMatchObject([
      { record: { kind: 'apartment', id: made.homeId } },
    ]);
    for (let count = 0; count < 51; count += 1) {
      await api.call('PUT', `/admin/condos/${made.condoId}`, { description: `Text ${count}` });
    }
    const of = { kind: 'condo', record: made.condoId };
    const { data, next } = await resultOf(agent, 'history', of);
    expect(data).toHaveLength(50);
    expect(await rowsOf(agent, 'history', { ...of, ...next })).not.toHaveLength(0);
  });

  it('are resources, too: a building and a person by their ids', async () => {
    const agent = await client();
    const { resourceTemplates } = await agent.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'condo-admin://condos/{id}',
      'condo-admin://users/{id}',
    ]);
    const uri = `condo-admin://condos/${made.condoId}`;
    const { contents } = await agent.readResource({ uri });
    expect(contents).toMatchObject([{ uri, mimeType: 'application/json' }]);
    expect(JSON.stringify(contents)).toContain('Seeblick');
    for (const other of [
      'condo-admin://condos/999999',
      'condo-admin://condos/../users',
      'file:///etc',
    ]) {
      await expect(agent.readResource({ uri: other })).rejects.toThrow(/not found|no such|Invalid/);
    }
  });
});
