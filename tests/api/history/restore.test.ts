import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { cleanUp } from '~/rpc/embedded/clean-up';
import { apartments, condos, invitations } from '~/platform/database/schema/records';
import { condoSchema } from '~/condos/schema';
import { createCondos, newestImport } from '../../support/bulk';
import { toForm } from '../../support/image-calls';
import { makeImage } from '../../support/images';
import { deskPerTest } from '../../support/invitation-desk';
import { must } from '../../support/must';
import { insertApartment, insertCondo } from '../../support/places';
import { silentLog } from '../../support/silent-log';
import { restoreCalls } from '../../support/restore-calls';
import { historyEntries } from '../../support/history';

const desk = deskPerTest();

const { newestEntry, remove, restoreRecord, restoreEntry, restorePart, everything } =
  restoreCalls(desk);

const stored = async () => {
  await desk.api.removeDueImages();
  return (await readdir(desk.api.mediaFolder).catch(() => [])).length;
};

/** The clean-up of a day on which entries of `daysAgo` have aged out. */
async function age(query: string) {
  await desk.api.database.pool.query(
    `update history_entries set at = at - interval '400 days' where ${query}`,
  );
  await desk.api.db.execute('delete from job_runs');
  const { db } = desk.api;
  const settings = { keepMailFilesDays: 0, keepInvitationsDays: 30, historyDays: 365 };
  await cleanUp({ db, clock: () => desk.time.now, log: silentLog, mailFolder: 'none', settings });
}

describe('a deleted building', () => {
  it('is there again with its apartments, images and invitations, whose links work', async () => {
    const { api, condo, apartment } = desk;
    const form = toForm({}, { image: await makeImage(), flag: await makeImage() });
    expect((await api.call('PUT', `/admin/condos/${condo}`, form)).status).toBe(200);
    const changed = { bedrooms: 2.5, notes: 'Wet\ncellar' };
    await api.call('PUT', `/admin/apartments/${apartment}`, changed);
    await insertApartment(api.db, condo, '13');
    await desk.invite({ email: 'sent@example.com' });
    const token = await desk.tokenFor('sent@example.com');
    const owner = { role: 'owner', apartment_id: apartment };
    const unsent = await desk.invite({ email: 'unsent@example.com', ...owner });
    const before = await everything();
    const wire: unknown = await (await api.call('GET', `/admin/condos/${condo}`)).json();

    await remove(`/admin/condos/${condo}`);
    await api.removeDueImages();
    expect((await desk.open(token)).status).toBe(410);
    expect(await restoreRecord('condo', condo)).toBe('5 restored');

    expect(await everything()).toEqual(before);
    expect(await (await api.call('GET', `/admin/condos/${condo}`)).json()).toEqual(wire);
    const { image_url, flag_url } = condoSchema.parse(wire);
    for (const url of [image_url, flag_url]) {
      expect((await api.fetch(new Request(must(url, 'image')))).status).toBe(200);
    }
    expect((await desk.open(token)).status).toBe(200);
    // Its mail had not been sent yet.
    expect(await desk.send()).toBe(1);
    expect(desk.smtp.received.at(-1)?.recipients).toEqual(['unsent@example.com']);
    expect((await desk.pending()).find(({ id }) => id === unsent.id)?.mail.state).toBe('sent');
    // The next id is a new one.
    expect(await insertCondo(api.db, 'Neu')).toBeGreaterThan(condo);
  });

  it('is restored once, by one of two at the same moment, as an entry that can be undone', async () => {
    await remove(`/admin/condos/${desk.condo}`);
    const both = [restoreRecord('condo', desk.condo), restoreRecord('condo', desk.condo)];
    const rejected = '409 Seeblick has been restored already.';
    expect(new Set(await Promise.all(both))).toEqual(new Set(['2 restored', rejected]));
    expect(await newestEntry()).toMatchObject({
      action: 'restored',
      actor: { id: desk.api.adminId },
      record: { kind: 'condo', id: desk.condo, name: 'Seeblick' },
      change_count: 2,
      changes: [
        { what: 'restored', kind: 'condo', id: desk.condo },
        { what: 'restored', kind: 'apartment', id: desk.apartment, name: '12, Seeblick' },
      ],
    });
    await remove(`/admin/condos/${desk.condo}`);
    expect(await restoreRecord('condo', desk.condo)).toBe('2 restored');
  });

  it('is restored from its newest deletion alone', async () => {
    await remove(`/admin/condos/${desk.condo}`);
    const older = await newestEntry();
    const parts = [{ is_restorable: true }, { is_restorable: true }];
    expect(older).toMatchObject({ is_restorable: true, changes: parts });
    await restoreEntry(older.id);
    await desk.api.call('PUT', `/admin/condos/${desk.condo}`, { name: 'Neu' });
    await remove(`/admin/apartments/${desk.apartment}`);
    await remove(`/admin/condos/${desk.condo}`);
    expect(await restoreEntry(older.id)).toBe(
      '409 Seeblick cannot be restored: it was deleted again later, and the newer entry restores it.',
    );
    expect(await desk.api.db.$count(condos)).toBe(0);
    expect(await restoreEntry((await newestEntry()).id)).toBe('1 restored');
    const entries = await historyEntries(desk.api);
    expect(entries.filter((entry) => entry.is_restorable)).toMatchObject([
      { action: 'deleted', record: { kind: 'apartment' } },
    ]);
  });
});

describe('a deleted apartment', () => {
  it('comes back with its invitations, unless its number was taken or its building is gone', async () => {
    const { api, condo, apartment } = desk;
    await desk.invite({ email: 'a@example.com', role: 'owner', apartment_id: apartment });
    const before = await everything();
    await remove(`/admin/apartments/${apartment}`);
    const { id: deletion } = await newestEntry();
    const other = await insertApartment(api.db, condo, '12');
    expect(await restoreEntry(deletion)).toBe(
      '409 12, Seeblick cannot be restored: its building has another apartment with this number now.',
    );
    expect(await api.db.$count(invitations)).toBe(0);
    await remove(`/admin/apartments/${other}`);
    expect(await restoreEntry(deletion)).toBe('2 restored');
    expect(await everything()).toEqual(before);

    await remove(`/admin/apartments/${apartment}`);
    const { id: again } = await newestEntry();
    await remove(`/admin/condos/${condo}`);
    expect(await restoreEntry(again)).toBe(
      '409 12, Seeblick cannot be restored: its building no longer exists.',
    );
  });

  it('and a building that is deleted at the same moment leave nothing half done', async () => {
    for (let round = 0; round < 5; round += 1) {
      await remove(`/admin/apartments/${desk.apartment}`);
      const { id } = await newestEntry();
      const [restored, deleted] = await Promise.all([
        restoreEntry(id),
        desk.api.call('DELETE', `/admin/condos/${desk.condo}`),
      ]);
      expect(deleted.status).toBe(204);
      expect(restored).toMatch(/^1 restored$|^409 /);
      expect(await desk.api.db.$count(apartments)).toBe(0);
      expect(await restoreRecord('condo', desk.condo)).toMatch(/ restored$/);
      const again = restored.startsWith('409') ? await restoreEntry(id) : restored;
      expect(again).toBe('1 restored');
    }
  });
});

it("an import's undo is taken back row by row or as a whole, and can be done again", async () => {
  await createCondos(desk.api, 'A', 'B', 'C');
  const before = await everything();
  const { id } = await newestImport(desk.api);
  await desk.api.call('POST', `/admin/bulk-imports/${id}/undo`);
  const undone = await newestEntry();
  expect(undone).toMatchObject({ action: 'undone', is_restorable: true, change_count: 3 });
  expect(await restorePart(undone, 'condo')).toBe('1 restored');
  expect(await restoreEntry(undone.id)).toBe('2 restored');
  expect(await everything()).toEqual(before);
  const again = { action: 'restored', import_id: id, change_count: 2 };
  expect(await newestEntry()).toMatchObject(again);
  expect(await newestImport(desk.api)).toMatchObject({ undone_at: null, removed: null });
  expect(await restoreEntry(undone.id)).toBe(
    '409 Everything in this entry has been restored already.',
  );
  const repeated = await desk.api.call('POST', `/admin/bulk-imports/${id}/undo`);
  expect(await repeated.json()).toMatchObject({ removed: 3, kept: [] });
});

it('an image stays until the entry that can bring it back has aged out', async () => {
  const { api, condo } = desk;
  for (const width of [30, 40, 50]) {
    const form = toForm({}, { image: await makeImage({ width }) });
    await api.call('PUT', `/admin/condos/${condo}`, form);
  }
  expect(await stored()).toBe(3);
  // The first image: the entry that replaced it has aged out.
  const { id } = await newestEntry();
  await age(`id < ${id}`);
  expect(await stored()).toBe(2);
  await remove(`/admin/condos/${condo}`);
  await age(`id <= ${id}`);
  expect(await stored()).toBe(1);
  await restoreRecord('condo', condo);
  await age('true');
  expect(await stored()).toBe(1);
  await remove(`/admin/condos/${condo}`);
  await age('true');
  expect(await stored()).toBe(0);
});

it('asks for a known kind and an entry that exists', async () => {
  expect(await restoreEntry(999)).toBe('404 Entry not found');
  expect(await restoreRecord('condo', desk.condo)).toMatch(/^404 /);
  const unknown = { kind: 'session', id: 1 };
  expect((await desk.api.call('POST', '/admin/history/restore', unknown)).status).toBe(422);
});
