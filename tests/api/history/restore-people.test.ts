import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { invitationLinks, invitations, users } from '~/api/db/schema';
import { createRequest, insertUser } from '../../support/api';
import { openInvitationDesk } from '../../support/invitation-desk';
import { must } from '../../support/must';
import { insertAssociation, insertCondo } from '../../support/places';
import { refused, restoreCalls } from '../../support/restore-calls';
import { perTest } from '../../support/opened';

const desk = perTest(openInvitationDesk);

const { newestEntry, remove, post, restoreRecord, restoreEntry, restoreNewest, everything } =
  restoreCalls(() => desk);

async function person(email: string) {
  const id = await insertUser(desk.api.db, { email });
  const home = await insertAssociation(desk.api.db, { user_id: id, condo_id: desk.condo });
  return { id, home };
}

describe('a withdrawn invitation', () => {
  it('has its links again, unless the person was invited again', async () => {
    const { id } = await desk.invite({ email: 'gina@example.com' });
    const token = await desk.tokenFor('gina@example.com');
    await remove(`/admin/invitations/${id}`);
    const again = await desk.invite({ email: 'Gina@example.com' });
    expect(await restoreRecord('invitation', id)).toEqual(
      refused(
        'gina@example.com cannot be restored: there is a pending invitation for this email, building and apartment already.',
      ),
    );
    await remove(`/admin/invitations/${again.id}`);
    expect(await restoreRecord('invitation', id)).toEqual({ status: 200, restored: 1 });
    expect(await desk.pending()).toMatchObject([{ id, mail: { state: 'sent' } }]);
    const body = { token, first_name: 'Gina', last_name: 'Guest', password: 'four words make one' };
    expect((await desk.api.fetch(createRequest('POST', '/invitations/accept', body))).status).toBe(
      204,
    );
    expect(await desk.api.db.$count(invitationLinks)).toBe(1);
  });

  it('that was accepted and aged out is not offered', async () => {
    await desk.invite({ email: 'old@example.com' });
    const token = await desk.tokenFor('old@example.com');
    const body = { token, first_name: 'O', last_name: 'L', password: 'four words make one' };
    await desk.api.fetch(createRequest('POST', '/invitations/accept', body));
    await desk.api.db.delete(invitations);
    expect(await newestEntry()).toMatchObject({
      is_restorable: false,
      changes: [{ is_restorable: false }],
    });
    expect(await restoreNewest()).toEqual(refused('There is nothing to restore in this entry.'));
  });
});

describe('a person', () => {
  it('gets a removed association back, with its id and role', async () => {
    const { id, home } = await person('ada@example.com');
    const before = await everything();
    await remove(`/admin/user-condo-associations/${home}`);
    const { id: removal } = await newestEntry();
    const other = await insertAssociation(desk.api.db, {
      user_id: id,
      condo_id: desk.condo,
      role: 'renter',
    });
    expect(await restoreEntry(removal)).toEqual(
      refused(
        'ada@example.com, Seeblick cannot be restored: the user is associated with this building and apartment already.',
      ),
    );
    await remove(`/admin/user-condo-associations/${other}`);
    expect(await restoreRecord('association', home)).toEqual({ status: 200, restored: 1 });
    expect(await everything()).toEqual(before);
  });

  it('who was deactivated is active again with their associations', async () => {
    const { id, home } = await person('ada@example.com');
    await insertAssociation(desk.api.db, {
      user_id: id,
      condo_id: desk.condo,
      apartment_id: desk.apartment,
    });
    await desk.invite({
      email: 'ada@example.com',
      role: 'building_manager',
      condo_id: await insertCondo(desk.api.db, 'Lac'),
    });
    const before = await everything();
    await remove(`/admin/users/${id}`);
    const { id: deactivation, is_restorable } = await newestEntry();
    expect(is_restorable).toBe(true);
    const association = must(
      (await newestEntry()).changes.find(
        (change) => change.id === home && change.kind === 'association',
      ),
      'association',
    );
    expect(
      await post(`/admin/history/${deactivation}/changes/${association.change}/restore`),
    ).toEqual(
      refused(
        'ada@example.com, Seeblick cannot be restored: the user is inactive and has to be restored first.',
      ),
    );
    expect(await restoreRecord('user', id)).toEqual({ status: 200, restored: 4 });
    expect(await everything()).toEqual(before);
    const [row] = await desk.api.db.select().from(users).where(eq(users.id, id));
    expect(row?.is_active).toBe(true);
    expect(await restoreEntry(deactivation)).toEqual(
      refused('ada@example.com has been restored already.'),
    );
  });

  it('who was an administrator comes back without the rights', async () => {
    const id = await insertUser(desk.api.db, {
      email: 'ada@example.com',
      is_superuser: true,
      password_hash: 'of a password',
    });
    await remove(`/admin/users/${id}`);
    expect(await restoreRecord('user', id)).toEqual({ status: 200, restored: 1 });
    const [row] = await desk.api.db.select().from(users).where(eq(users.id, id));
    expect(row).toMatchObject({ is_active: true, is_superuser: false });
  });

  it('who has been erased does not come back, nor what was theirs', async () => {
    const { id } = await person('ada@example.com');
    await desk.invite({
      email: 'ada@example.com',
      condo_id: await insertCondo(desk.api.db, 'Lac'),
    });
    await remove(`/admin/users/${id}`);
    const { id: deactivation } = await newestEntry();
    await remove(`/admin/personal-data/${id}`);
    expect(await restoreEntry(deactivation)).toEqual(
      refused(`Erased person #${id}, Seeblick cannot be restored: the user has been erased.`),
    );
    expect(await restoreRecord('user', id)).toMatchObject({ status: 404 });
    expect(await desk.api.db.$count(invitations)).toBe(0);
  });

  it('comes back without what stands in the way, when asked for alone', async () => {
    const { id } = await person('ada@example.com');
    await remove(`/admin/users/${id}`);
    const entry = await newestEntry();
    await remove(`/admin/condos/${desk.condo}`);
    expect(await restoreEntry(entry.id)).toEqual(
      refused('ada@example.com, Seeblick cannot be restored: its building no longer exists.'),
    );
    const [row] = await desk.api.db.select().from(users).where(eq(users.id, id));
    expect(row?.is_active).toBe(false);
    const change = must(
      entry.changes.find(({ kind }) => kind === 'user'),
      'change',
    ).change;
    expect(await post(`/admin/history/${entry.id}/changes/${change}/restore`)).toEqual({
      status: 200,
      restored: 1,
    });
  });
});
