import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { apiTokens } from '~/platform/database/schema/account';
import { users } from '~/platform/database/schema/records';
import { personalDataSchema } from '~/users/personal-data';
import { errorOf, fieldError } from '../../support/api';
import { aCondo } from '../../support/builders';
import { historyEntries } from '../../support/history';
import { must } from '../../support/must';
import { PATH, proposalDesk } from './proposal-desk';

const { time, api, send, proposed, apply, applied, review, list, aPerson, aToken } = proposalDesk();

describe('of people', () => {
  it('changes names and phone alone', async () => {
    const bea = await aPerson();
    const made = await proposed('user', [
      { ...bea, values: { last_name: 'Muster', phone: '079 123 45 67' } },
    ]);
    expect(made.touches).toEqual(['Bea']);
    const { import_id } = await applied(made.id, { version: made.version });
    const stored = () => api.db.select().from(users).where(eq(users.id, bea.id));
    expect(await stored()).toMatchObject([
      { first_name: 'Bea', last_name: 'Muster', phone: '079 123 45 67' },
    ]);
    await api.call('POST', `/admin/bulk-imports/${import_id}/undo`);
    expect(await stored()).toMatchObject([{ first_name: 'Bea', last_name: null, phone: null }]);
    for (const name of ['email', 'is_active', 'is_superuser', 'rights', 'password_hash']) {
      const answer = await errorOf(send('user', [{ ...bea, values: { [name]: 'x@example.org' } }]));
      expect(answer).toEqual(
        fieldError(`rows.0.values.${name}`, 'is no field that can be proposed'),
      );
    }
  });

  it('creates nobody, and touches neither administrators nor who was erased or merged', async () => {
    const values = { last_name: 'Muster' };
    expect(await errorOf(send('user', [{ values }]))).toEqual(
      fieldError('rows.0.action', 'nobody is created by a proposal'),
    );
    const kept = await aPerson();
    const others = [
      await aPerson({ is_superuser: true }),
      await aPerson({ is_active: false, erased_at: time.now }),
      await aPerson({ is_active: false, merged_into: kept.id }),
    ];
    for (const row of others)
      expect(await errorOf(send('user', [{ ...row, values }]))).toMatchObject({
        status: 422,
        errors: [{ field: 'rows.0.id' }],
      });
  });

  it('is no longer applied to somebody who became an administrator', async () => {
    const bea = await aPerson();
    const made = await proposed('user', [{ ...bea, values: { last_name: 'Muster' } }]);
    await api.db.update(users).set({ is_superuser: true }).where(eq(users.id, bea.id));
    expect((await apply(made.id, { version: made.version })).status).toBe(409);
  });
});

it("a person's proposals are exported and erased with them", async () => {
  const [bea, cleo] = [await aPerson(), await aPerson({ first_name: 'Cleo' })];
  const made = await proposed('user', [
    { ...bea, values: { phone: '079 111 11 11' } },
    { ...cleo, values: { phone: '079 222 22 22' } },
  ]);
  const alone = await proposed('user', [{ ...bea, values: { last_name: 'Muster' } }]);
  const file = await api.read(personalDataSchema, 'GET', `/admin/personal-data/${bea.id}`);
  const created_at = time.now.toISOString();
  expect(file.proposed_changes).toEqual([
    { proposal_id: made.id, created_at, values: { phone: '079 111 11 11' } },
    { proposal_id: alone.id, created_at, values: { last_name: 'Muster' } },
  ]);
  const own = await api.read(personalDataSchema, 'GET', `/admin/personal-data/${api.adminId}`);
  expect(own.proposals).toMatchObject([{ reason: 'From the land register' }, { id: alone.id }]);
  expect(JSON.stringify(own)).not.toContain('079 ');
  await api.db.update(users).set({ is_active: false }).where(eq(users.id, bea.id));
  expect((await api.call('DELETE', `/admin/personal-data/${bea.id}`)).status).toBe(204);
  // The reviewed version had two rows, so it is not applied. The row that is left keeps its place.
  expect((await apply(made.id, { version: made.version })).status).toBe(412);
  const { rows, version } = await review(made.id);
  expect(rows).toMatchObject([{ row: 1, id: cleo.id, state: 'current' }]);
  expect(await list()).toHaveLength(1);
  expect(await applied(made.id, { version, rows: [{ row: 1 }] })).toMatchObject({ changed: 1 });
});

const authorState = async () => (await list())[0]?.author_state;

describe('its author', () => {
  it('is named with their token, whether that has ended or they may no longer propose', async () => {
    const bo = await api.administrator({ first_name: 'Bo', rights: 'propose' });
    const token = await aToken(bo.userId);
    const made = await proposed('condo', [{ values: aCondo() }], token);
    expect(made).toMatchObject({ author_id: bo.userId, author: 'Bo', token: 'Nightly' });
    expect(await authorState()).toBe('active');
    await api.db.delete(apiTokens);
    expect(await authorState()).toBe('revoked');
    time.now = new Date(time.now.getTime() + 1_000);
    await aToken(bo.userId);
    expect(await authorState()).toBe('revoked');
    for (const rights of [{ rights: 'look' }, { rights: 'all', is_active: false }] as const) {
      await api.db.update(users).set(rights).where(eq(users.id, bo.userId));
      expect(await authorState()).toBe('withdrawn');
    }
    // The proposal of a withdrawn author stays, and can be applied.
    expect((await apply(made.id, { version: made.version })).status).toBe(200);
  });

  it('is said in the history, also one who applies what they have proposed themselves', async () => {
    await api.db.update(users).set({ first_name: 'Ada' }).where(eq(users.id, api.adminId));
    const bo = await api.administrator({ first_name: 'Bo' });
    const byScript = await proposed(
      'condo',
      [{ values: aCondo({ name: 'A' }) }],
      await aToken(bo.userId),
    );
    const own = await proposed('condo', [{ values: aCondo({ name: 'B' }) }]);
    for (const { id, version } of [byScript, own]) await apply(id, { version });
    const entries = await historyEntries(api);
    const reason = 'From the land register';
    expect(entries.slice(0, 2)).toMatchObject([
      {
        action: 'imported',
        reason,
        actor: { id: api.adminId },
        proposal: { author_id: api.adminId, author: 'Ada', token: null },
      },
      {
        action: 'imported',
        reason,
        actor: { id: api.adminId },
        proposal: { author_id: bo.userId, author: 'Bo', token: 'Nightly' },
      },
    ]);
  });

  it('may read and propose by rights and scope, but neither apply nor reject', async () => {
    const bo = await api.administrator({ rights: 'propose' });
    const look = await api.administrator({ rights: 'look' });
    const script = await aToken(api.adminId);
    const reading = await aToken(api.adminId, { name: 'Reading', scope: 'read' });
    const made = await proposed('condo', [{ values: aCondo() }], bo);
    for (const by of [bo, look, script, reading]) {
      expect((await by.call('GET', `${PATH}/${made.id}`)).status).toBe(200);
      expect((await apply(made.id, { version: made.version }, by)).status).toBe(403);
      expect((await by.call('POST', `${PATH}/${made.id}/reject`, {})).status).toBe(403);
    }
    for (const by of [look, reading])
      expect((await send('condo', [{ values: aCondo() }], by)).status).toBe(403);
    expect((await send('condo', [{ values: aCondo({ name: 'Other' }) }], script)).status).toBe(201);
  });

  it('who sees no personal data learns nothing by versions, and names what they see', async () => {
    const bea = await aPerson({ phone: '079 123 45 67' });
    const script = await aToken(api.adminId, { personal_data: false });
    const answer = await script.call('GET', `/admin/users/${bea.id}`);
    const honest = { id: bea.id, version: must(answer.headers.get('etag'), 'ETag') };
    expect(honest.version).not.toBe(bea.version);
    const made = await proposed('user', [{ ...honest, values: { last_name: 'Muster' } }], script);
    expect((await review(made.id)).rows[0]).toMatchObject({ ...bea, state: 'current' });
    // The version of the whole record, which holds the phone: as good as a guess at it.
    const guess = await proposed('user', [{ ...bea, values: { last_name: 'Muster' } }], script);
    expect((await review(guess.id)).rows[0]?.state).toBe('changed');
  });
});
