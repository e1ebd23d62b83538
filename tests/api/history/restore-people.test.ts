import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { invitationLinks, invitations, users } from '~/platform/database/schema/records';
import { insertUser, signInAs } from '../../support/api';
import { deskPerTest, NEWCOMER } from '../../support/invitation-desk';
import { insertAssociation, insertCondo } from '../../support/places';
import { restoreCalls } from '../../support/restore-calls';

const desk = deskPerTest();

const { newestEntry, remove, restoreRecord, restoreEntry, restorePart, everything } =
  restoreCalls(desk);

async function person(email: string) {
  const id = await insertUser(desk.api.db, { email });
  const home = await insertAssociation(desk.api.db, at(id));
  return { id, home };
}

/** The place that most of these associations are of. */
const at = (user_id: number) => ({ user_id, condo_id: desk.condo });

async function userRow(id: number) {
  const [row] = await desk.api.db.select().from(users).where(eq(users.id, id));
  return row;
}

describe('a withdrawn invitation', () => {
  it('has its links again, unless the person was invited again', async () => {
    const { id } = await desk.invite({ email: 'gina@example.com' });
    const token = await desk.tokenFor('gina@example.com');
    await remove(`/admin/invitations/${id}`);
    const again = await desk.invite({ email: 'Gina@example.com' });
    expect(await restoreRecord('invitation', id)).toBe(
      '409 gina@example.com cannot be restored: there is a pending invitation for this email, building and apartment already.',
    );
    await remove(`/admin/invitations/${again.id}`);
    expect(await restoreRecord('invitation', id)).toBe('1 restored');
    expect(await desk.pending()).toMatchObject([{ id, mail: { state: 'sent' } }]);
    expect((await desk.accept(token, NEWCOMER)).status).toBe(204);
    expect(await desk.api.db.$count(invitationLinks)).toBe(1);
  });

  it('keeps the language of its mails, alone, with its person and with its building', async () => {
    const email = 'gina@example.com';
    const { id } = await person(email);
    const invited = await desk.invite({ email, apartment_id: desk.apartment, language: 'fr-CH' });
    const before = await everything();
    expect(before.flat()).toContainEqual(expect.objectContaining({ language: 'fr-CH' }));
    await remove(`/admin/invitations/${invited.id}`);
    expect(await restoreRecord('invitation', invited.id)).toBe('1 restored');
    expect(await everything()).toEqual(before);
    await remove(`/admin/users/${id}`);
    expect(await restoreRecord('user', id)).toBe('3 restored');
    expect(await everything()).toEqual(before);
    await remove(`/admin/apartments/${desk.apartment}`);
    expect(await restoreRecord('apartment', desk.apartment)).toBe('2 restored');
    expect(await everything()).toEqual(before);
  });

  it('that was accepted and aged out is not offered', async () => {
    await desk.invite({ email: 'old@example.com' });
    const token = await desk.tokenFor('old@example.com');
    await desk.accept(token, NEWCOMER);
    await desk.api.db.delete(invitations);
    const newest = await newestEntry();
    expect(newest).toMatchObject({ is_restorable: false, changes: [{ is_restorable: false }] });
    expect(await restoreEntry(newest.id)).toBe('409 There is nothing to restore in this entry.');
  });
});

describe('a person', () => {
  it('gets a removed association back, with its id and role', async () => {
    const { id, home } = await person('ada@example.com');
    const before = await everything();
    await remove(`/admin/user-condo-associations/${home}`);
    const { id: removal } = await newestEntry();
    const other = await insertAssociation(desk.api.db, at(id));
    expect(await restoreEntry(removal)).toBe(
      '409 ada@example.com, Seeblick cannot be restored: the user is associated with this building and apartment already.',
    );
    await remove(`/admin/user-condo-associations/${other}`);
    expect(await restoreRecord('association', home)).toBe('1 restored');
    expect(await everything()).toEqual(before);
  });

  it('who was deactivated is active again with their associations', async () => {
    const { id } = await person('ada@example.com');
    await insertAssociation(desk.api.db, { ...at(id), apartment_id: desk.apartment });
    const elsewhere = await insertCondo(desk.api.db, 'Lac');
    await desk.invite({ email: 'ada@example.com', condo_id: elsewhere });
    const before = await everything();
    await remove(`/admin/users/${id}`);
    const deactivation = await newestEntry();
    expect(deactivation.is_restorable).toBe(true);
    expect(await restorePart(deactivation, 'association')).toBe(
      '409 ada@example.com, Seeblick cannot be restored: the user is inactive and has to be restored first.',
    );
    expect(await restoreRecord('user', id)).toBe('4 restored');
    expect(await everything()).toEqual(before);
    expect(await userRow(id)).toMatchObject({ is_active: true });
    expect(await restoreEntry(deactivation.id)).toBe(
      '409 ada@example.com has been restored already.',
    );
  });

  it('who was an administrator comes back without the rights', async () => {
    const { userId: id } = await signInAs(desk.api.db, { is_superuser: true });
    await remove(`/admin/users/${id}`);
    expect(await restoreRecord('user', id)).toBe('1 restored');
    expect(await userRow(id)).toMatchObject({ is_active: true, is_superuser: false });
  });

  it('who has been erased does not come back, nor what was theirs', async () => {
    const { id } = await person('ada@example.com');
    const elsewhere = await insertCondo(desk.api.db, 'Lac');
    await desk.invite({ email: 'ada@example.com', condo_id: elsewhere });
    await remove(`/admin/users/${id}`);
    const { id: deactivation } = await newestEntry();
    await remove(`/admin/personal-data/${id}`);
    expect(await restoreEntry(deactivation)).toBe(
      `409 Erased person #${id}, Seeblick cannot be restored: the user has been erased.`,
    );
    expect(await restoreRecord('user', id)).toMatch(/^404 /);
    expect(await desk.api.db.$count(invitations)).toBe(0);
  });

  it('comes back without what stands in the way, when asked for alone', async () => {
    const { id } = await person('ada@example.com');
    await remove(`/admin/users/${id}`);
    const entry = await newestEntry();
    await remove(`/admin/condos/${desk.condo}`);
    expect(await restoreEntry(entry.id)).toBe(
      '409 ada@example.com, Seeblick cannot be restored: its building no longer exists.',
    );
    expect(await userRow(id)).toMatchObject({ is_active: false });
    expect(await restorePart(entry, 'user')).toBe('1 restored');
  });
});
