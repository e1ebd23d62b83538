import { expect, it } from 'vitest';
import { removeEndedInvitations } from '~/accounts/server/administrator-invitations.repo';
import { administratorInvitations } from '~/platform/database/schema/account';
import { endOfLink } from '~/invitations/server/pending-invitations';
import { insertUser, statusesOf } from '../../support/api';
import { historyEntries, newestEntryId, storedEntries } from '../../support/history';
import { deskPerFile, NEWCOMER } from '../../support/invitation-desk';
import { must } from '../../support/must';
import { inviteAdministrator } from './route-case';

const desk = deskPerFile();

it('has the whole life of an invitation to become an administrator', async () => {
  const email = 'chief-to-be@example.com';
  const id = await inviteAdministrator(desk, email);
  const record = `administrator_invitation ${id}`;
  const before = await newestEntryId(desk.api);
  desk.travel(120);
  await inviteAdministrator(desk, email);
  const token = await desk.tokenFor(email);
  await desk.accept(token, NEWCOMER);
  const ended = new Date(endOfLink(desk.time.now).getTime() + 1);
  await removeEndedInvitations(desk.api.db, ended);
  expect(await storedEntries(desk.api, before)).toMatchObject([
    { action: 'resent', record, name: email, changes: [{ what: 'resent', record, name: email }] },
    {
      actor: `link ${email}`,
      action: 'rights',
      name: `Anna Muster (${email})`,
      changes: [
        { what: 'created', new: { email } },
        { what: 'changed', new: { is_superuser: true } },
        { what: 'accepted', record, name: email },
      ],
    },
    {
      actor: 'system Condo Admin',
      action: 'deleted',
      changes: [{ what: 'deleted', record, name: email }],
    },
  ]);
});

it('has the invitations that end with the rights of who sent them', async () => {
  const id = await insertUser(desk.api.db, { email: 'leaves@example.com', is_superuser: true });
  const [invited] = await desk.api.db
    .insert(administratorInvitations)
    .values({ email: 'friend@example.com', expires_at: desk.time.now, invited_by: id })
    .returning();
  const before = await newestEntryId(desk.api);
  await desk.api.call('DELETE', `/admin/administrators/${id}`);
  const record = `administrator_invitation ${must(invited, 'invitation').id}`;
  expect(await storedEntries(desk.api, before)).toMatchObject([
    {
      action: 'rights',
      record: `user ${id}`,
      changes: [{ record: `user ${id}` }, { what: 'deleted', record, name: 'friend@example.com' }],
    },
  ]);
});

it('brings no such invitation back', async () => {
  const id = await inviteAdministrator(desk, 'never-again@example.com');
  await desk.api.call('DELETE', `/admin/administrators/invitations/${id}`);
  const kind = 'administrator_invitation';
  const entries = await historyEntries(desk.api, `?kind=${kind}&record=${id}`);
  expect(entries.map(({ action }) => action)).toEqual(['deleted', 'invited']);
  expect(entries.some(({ is_restorable }) => is_restorable)).toBe(false);
  const entry = must(entries[0], 'entry').id;
  const whole = await desk.api.call('POST', `/admin/history/${entry}/restore`);
  const record = await desk.api.call('POST', '/admin/history/restore', { kind, id });
  expect([whole.status, record.status]).toEqual([409, 404]);
});

it('an invitation that three people delete at once leaves one entry', async () => {
  const id = await inviteAdministrator(desk, 'twice@example.com');
  const path = `/admin/administrators/invitations/${id}`;
  const before = await newestEntryId(desk.api);
  const answers = [1, 2, 3].map(() => desk.api.call('DELETE', path));
  expect(await statusesOf(answers)).toEqual([204, 404, 404]);
  expect(await storedEntries(desk.api, before)).toHaveLength(1);
});
