import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { apartments, condos, userCondoAssociations } from '~/platform/database/schema/records';
import { replaceTableChanges } from '~/platform/database/table-changes.repo';
import { apiPerTest, callsOf, insertUser } from '../../support/api';
import { waitingCalls } from '../../support/connections';
import { aCondo } from '../../support/builders';
import { must } from '../../support/must';
import { insertApartment, insertAssociation, insertCondo } from '../../support/places';

const CONDOS = '/admin/condos';
const LISTS = [CONDOS, '/admin/apartments', '/admin/users', '/admin/invitations'] as const;

const api = apiPerTest();
/** A building with an apartment, its owner and an invitation. */
let condoId: number;
beforeEach(async () => {
  condoId = await insertCondo(api.db, 'Abendruh');
  const apartment_id = await insertApartment(api.db, condoId);
  const user_id = await insertUser(api.db);
  await insertAssociation(api.db, { user_id, condo_id: condoId, apartment_id });
  const invited = { email: 'ada@example.com', role: 'owner', condo_id: condoId, apartment_id };
  const { status } = await api.call('POST', '/admin/invite-user', invited);
  if (status !== 201) throw new Error(`The invitation was answered with ${status}`);
});

const ask = (path: string, tag?: string) =>
  api.call('GET', path, undefined, { 'if-none-match': tag });

async function tagOf(path: string): Promise<string> {
  const response = await ask(path);
  expect(response.status).toBe(200);
  await response.text();
  return must(response.headers.get('etag'), 'ETag');
}

async function statusOf(path: string, tag: string): Promise<number> {
  const response = await ask(path, tag);
  await response.text();
  return response.status;
}

/** A change that stays open until it is told how to end; `before` is done in its transaction. */
function openChange(name: string, before = sql`select`) {
  const { promise: told, resolve: commit, reject } = Promise.withResolvers<void>();
  const { promise: written, resolve: wrote } = Promise.withResolvers<void>();
  const ended = api.db
    .transaction(async (tx) => {
      // The wait for a lock is short.
      await tx.execute(sql`set local lock_timeout = '2s'`);
      await tx.execute(before);
      await tx.insert(condos).values(aCondo({ name }));
      wrote();
      await told;
    })
    .catch((error: unknown) => {
      if (error !== ABORT) throw error;
    });
  return {
    written: Promise.race([written, ended]),
    commit: () => (commit(), ended),
    abort: () => (reject(ABORT), ended),
  };
}

const ABORT = new Error('Roll back');

describe.each(LISTS)('the list of %s', (path) => {
  it('is not sent again to whoever has it', async () => {
    const tag = await tagOf(path);
    const again = await ask(path, `"another", ${tag}`);
    expect(again.status).toBe(304);
    expect(again.headers.get('etag')).toBe(tag);
    expect(again.headers.get('cache-control')).toBe('no-store');
    expect(await again.text()).toBe('');
  });

  it('is sent after a change of the building that it names', async () => {
    const tag = await tagOf(path);
    const renamed = await api.call('PUT', `${CONDOS}/${condoId}`, { name: 'Morgenrot' });
    expect(renamed.status).toBe(200);
    expect(await statusOf(path, tag)).toBe(200);
  });

  it('is for administrators, with a tag too', async () => {
    const tag = await tagOf(path);
    const known = { 'if-none-match': tag };
    expect((await callsOf(api).call('GET', path, undefined, known)).status).toBe(401);
  });
});

describe('the tag of a list', () => {
  it('belongs to what was asked for', async () => {
    const byName = await tagOf(`${CONDOS}?sort_by=name`);
    expect(await statusOf(`${CONDOS}?sort_by=name`, byName)).toBe(304);
    expect(await statusOf(`${CONDOS}?sort_by=name&sort_order=desc`, byName)).toBe(200);
    expect(await statusOf(`${CONDOS}?sort_by=name&search=x`, byName)).toBe(200);
    expect(await statusOf('/admin/apartments', byName)).toBe(200);
  });

  it('changes with rows that are deleted', async () => {
    const id = await insertCondo(api.db, 'Zum Turm');
    const tag = await tagOf(CONDOS);
    await api.db.delete(condos).where(eq(condos.id, id));
    expect(await statusOf(CONDOS, tag)).toBe(200);
  });

  it('changes with rows that are deleted along with others', async () => {
    const tag = await tagOf('/admin/invitations');
    const other = await insertCondo(api.db, 'Zum Turm');
    const invited = { email: 'bo@example.com', role: 'building_manager', condo_id: other };
    await api.call('POST', '/admin/invite-user', invited);
    const withBoth = await tagOf('/admin/invitations');
    expect((await api.call('DELETE', `${CONDOS}/${other}`)).status).toBe(204);
    expect(await statusOf('/admin/invitations', withBoth)).toBe(200);
    expect(await statusOf('/admin/invitations', tag)).toBe(200);
  });

  it('does not know a change that is open while the list is read', async () => {
    const change = openChange('Morgenrot');
    await change.written;
    const before = await ask(CONDOS);
    expect(await before.text()).not.toContain('Morgenrot');
    const tag = must(before.headers.get('etag'), 'ETag');
    await change.commit();
    const after = await ask(CONDOS, tag);
    expect(after.status).toBe(200);
    expect(await after.text()).toContain('Morgenrot');
  });

  it('changes with the older of two changes, which ends after the newer one', async () => {
    const older = openChange('Morgenrot');
    await older.written;
    await insertCondo(api.db, 'Zum Turm');
    const tag = await tagOf(CONDOS);
    await older.commit();
    expect(await statusOf(CONDOS, tag)).toBe(200);
  });

  it('lets no change wait for another', async () => {
    const [first, second] = [openChange('Morgenrot'), openChange('Zum Turm')];
    await first.written;
    await second.written;
    await second.commit();
    const tag = await tagOf(CONDOS);
    await first.commit();
    expect(await statusOf(CONDOS, tag)).toBe(200);
  });

  it('stays as it is after a change that was rolled back', async () => {
    const tag = await tagOf(CONDOS);
    const change = openChange('Morgenrot');
    await change.written;
    await change.abort();
    expect(await statusOf(CONDOS, tag)).toBe(304);
  });

  it.each([
    [CONDOS, undefined, 'Morgenrot'],
    [CONDOS, '"another"', 'Morgenrot'],
    [`${CONDOS}?search=r`, undefined, 'Morgenrot'],
    ['/admin/apartments', undefined, 'apartment_number'],
    ['/admin/invitations', undefined, 'Abendruh'],
  ])('is of the same moment as the rows of %s for %o', async (path, known, text) => {
    const change = openChange('Morgenrot', sql`lock table ${condos}`);
    await change.written;
    const request = ask(path, known);
    await waitingCalls(api.database, 1);
    await change.commit();
    const response = await request;
    expect(await response.text()).toContain(text);
    expect(await statusOf(path, must(response.headers.get('etag'), 'ETag'))).toBe(304);
  });

  it('is older than rows that another statement reads, never newer', async () => {
    const change = openChange('Morgenrot', sql`update ${condos} set name = 'Abendrot'`);
    await change.written;
    const locked = openChange('Zum Turm', sql`lock table ${apartments}`);
    await locked.written;
    const request = ask('/admin/users');
    await waitingCalls(api.database, 1);
    await change.commit();
    await locked.commit();
    const response = await request;
    expect(await response.text()).toContain('Abendrot');
    expect(await statusOf('/admin/users', must(response.headers.get('etag'), 'ETag'))).toBe(200);
  });

  it('is there for a list without rows', async () => {
    for (const path of [
      `${CONDOS}?search=zzz`,
      '/admin/apartments?search=zzz',
      '/admin/apartments?condo_id=99999',
      '/admin/users?search=zzz',
    ]) {
      expect(await statusOf(path, await tagOf(path))).toBe(304);
    }
    await api.db.delete(userCondoAssociations);
    await api.db.delete(condos);
    expect(await (await ask('/admin/invitations')).text()).toBe('[]');
    expect(await statusOf(CONDOS, await tagOf(CONDOS))).toBe(304);
    expect(await statusOf('/admin/invitations', await tagOf('/admin/invitations'))).toBe(304);
  });

  it('is another one after the clean-up, and none that was there before', async () => {
    const tags = [await tagOf(CONDOS)];
    await insertCondo(api.db, 'Morgenrot');
    tags.push(await tagOf(CONDOS));
    await replaceTableChanges(api.db, 0);
    for (const tag of tags) expect(await statusOf(CONDOS, tag)).toBe(200);
    tags.push(await tagOf(CONDOS));
    await replaceTableChanges(api.db, 0);
    for (const tag of tags) expect(await statusOf(CONDOS, tag)).toBe(200);
    const { rows } = await api.db.execute(sql`select table_name from table_changes`);
    expect(rows).toHaveLength(5);
  });

  it('stays as it is while there is little to clean up', async () => {
    const tag = await tagOf(CONDOS);
    await replaceTableChanges(api.db);
    expect(await statusOf(CONDOS, tag)).toBe(304);
  });
});
