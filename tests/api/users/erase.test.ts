import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, isNull, sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { administratorInvitations } from '~/platform/database/schema/account';
import { setAsideFindings } from '~/platform/database/schema/operations';
import { users } from '~/platform/database/schema/records';
import { createFileMailer, removeMailFilesTo } from '~/platform/mail/file-mailer.server';
import { queueMail } from '~/platform/mail/mail-queue.repo';
import type { Mailer } from '~/platform/mail/mailer';
import { createFileMediaStore } from '~/platform/media/file-media-store';
import { errorOf, insertUser, signInAs } from '../../support/api';
import { inOrder, openTransaction, waitingCalls } from '../../support/connections';
import { historyEntries, newestEntryId, storedEntries } from '../../support/history';
import { makeImage } from '../../support/images';
import { deskPerTest } from '../../support/invitation-desk';
import { must } from '../../support/must';
import { temporaryFolder } from '../../support/opened';
import { insertAssociation } from '../../support/places';
import { sendDueMails } from '../../support/send-due-mails';
import { silentLog } from '../../support/silent-log';
import {
  ANNABEL,
  filesWith,
  leaveTraces,
  PICTURE,
  statisticsWith,
  tablesWith,
  userIdOf,
} from './person';

const NAMES = ['annabel', 'mustermann', 'ledig'];
const WORDS = [...NAMES, PICTURE];

const dataDir = temporaryFolder();
const mailFolder = join(dataDir, 'mail');
const removeMailsTo = (email: string) => removeMailFilesTo(mailFolder, email);

const media = createFileMediaStore(join(dataDir, 'media'));
const desk = deskPerTest({ media, removeMailsTo });
afterEach(async () => {
  for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true });
});

const erase = (id: number) => desk.api.call('DELETE', `/admin/personal-data/${id}`);

const mailer = () =>
  createFileMailer({ folder: mailFolder, from: 'no-reply@condo.test', log: silentLog });

const mailTo = (to: string) =>
  mailer().send({ to, subject: 'Welcome', text: 'Welcome', html: '<p>Welcome</p>' });

/** Everything that an administrator did to others' records, whose entries name the administrator. */
async function actOnOthers(token: string): Promise<void> {
  const { call: act } = desk.api.as(token);
  const other = await insertUser(desk.api.db, { email: 'tenant@example.com' });
  const home = { user_id: other, condo_id: desk.condo };
  const association = await insertAssociation(desk.api.db, home);
  await act('DELETE', `/admin/user-condo-associations/${association}`);
  const entry = await newestEntryId(desk.api);
  await act('POST', `/admin/history/${entry}/restore`);
  await act('PUT', `/admin/users/${other}`, { first_name: 'Tina', last_name: 'Tenant' });
  await act('DELETE', `/admin/users/${other}`);
}

const LONG = `${'a'.repeat(60)}.zanzibar@${'b'.repeat(60)}.example.com`;

/** Each kind of person who can be erased, by what they were. */
const ACTORS: Readonly<Record<string, { is_superuser: boolean; acts: boolean; email: string }>> = {
  'somebody who never signed in': { is_superuser: false, acts: false, email: 'z@zanzibar.example' },
  'a former administrator': { is_superuser: true, acts: true, email: 'boss@zanzibar.example' },
  'somebody with a long address': { is_superuser: true, acts: true, email: LONG },
};

describe.each(Object.entries(ACTORS))('%s', (_kind, { is_superuser, acts, email }) => {
  it('is in no table, no statistics and no file once erased', async () => {
    const names = { first_name: 'Zanzibar', last_name: 'Zanzibarson' };
    const { userId, token } = await signInAs(desk.api.db, { email, ...names, is_superuser });
    if (acts) await actOnOthers(token);
    await desk.invite({ email });
    await mailTo(email);
    const kind = 'person_without_association';
    const finding = {
      kind,
      record_id: userId,
      state: '-',
      reason: 'Zanzibar lives abroad',
    } as const;
    await desk.api.db.insert(setAsideFindings).values(finding);
    const past = { is_active: false, is_superuser: false };
    await desk.api.db.update(users).set(past).where(eq(users.id, userId));
    await desk.api.db.execute(sql`analyze`);
    expect(await statisticsWith(desk, 'zanzibar')).not.toEqual([]);
    expect(await filesWith(dataDir, ['zanzibar'])).not.toEqual([]);

    expect((await erase(userId)).status).toBe(204);
    expect(await tablesWith(desk, ['zanzibar'])).toEqual([]);
    expect(await statisticsWith(desk, 'zanzibar')).toEqual([]);
    expect(await filesWith(dataDir, ['zanzibar'])).toEqual([]);
  });
});

it.each(['an invitation', 'a link for a new password'])(
  'a person who is erased while %s is being mailed leaves no file',
  async (what) => {
    const email = 'late@zanzibar.example';
    const { db, clock, log } = desk.api.deps;
    const userId = await insertUser(db, { email, is_active: what !== 'an invitation' });
    if (what === 'an invitation') await desk.invite({ email });
    else await queueMail(db, { kind: 'password_reset', id: userId }, clock());
    const erasing: Mailer = {
      async send(mail) {
        await desk.api.call('DELETE', `/admin/users/${userId}`);
        expect((await erase(userId)).status).toBe(204);
        return mailer().send(mail);
      },
    };
    expect(await sendDueMails({ db, clock, log, mailer: erasing, publicUrl: '' })).toBe(1);
    expect(await filesWith(dataDir, ['zanzibar'])).toEqual([]);
  },
);

describe('erasing a person', () => {
  it('leaves their name, e-mail and picture in no table and in no file', async () => {
    const id = await leaveTraces(desk);
    await desk.api.deps.media.put(PICTURE, await makeImage());
    await mailTo(ANNABEL.email);
    const again = { email: ANNABEL.email };
    await desk.api.call('POST', '/admin/administrators/invitations', again);
    // What is searched has something to find.
    expect(await tablesWith(desk, WORDS)).toEqual([
      'administrator_invitations',
      'bulk_runs',
      'history_changes',
      'history_entries',
      'invitations',
      'passkeys',
      'users',
    ]);
    expect(await filesWith(dataDir, WORDS)).toHaveLength(2);

    expect((await erase(id)).status).toBe(204);
    await desk.api.removeDueImages();
    expect(await tablesWith(desk, WORDS)).toEqual([]);
    expect(await tablesWith(desk, ['192.0.2.9'])).toEqual([]);
    expect(await filesWith(dataDir, WORDS)).toEqual([]);
  });

  it('keeps who and which field in the history, with one entry of its own', async () => {
    const id = await leaveTraces(desk);
    const before = await newestEntryId(desk.api);
    await erase(id);
    const own = { action: 'erased', record: `user ${id}`, name: `Erased person #${id}` };
    expect(await storedEntries(desk.api, before)).toMatchObject([own]);
    const all = (await storedEntries(desk.api)).flatMap(({ changes }) => changes);
    const renamed = all.find(
      ({ record, old }) => record === `user ${id}` && old && 'last_name' in old,
    );
    expect(renamed?.old?.last_name).toEqual({ erased: true });
    expect(renamed?.new?.last_name).toEqual({ erased: true });
    const home = all.find(
      ({ what, record }) => what === 'deleted' && record?.startsWith('association'),
    );
    expect(home).toMatchObject({
      name: `Erased person #${id}, Seeblick`,
      old: { user_id: id, condo_id: desk.condo, role: 'building_manager' },
    });

    const read = await historyEntries(desk.api, `?kind=user&record=${id}`);
    const fields = read.flatMap(({ changes }) => changes).flatMap((one) => one.fields);
    const erased = { name: 'last_name', old: '(erased)', new: '(erased)' };
    expect(fields).toContainEqual({ ...erased, is_restorable: false });
    const actions = await historyEntries(desk.api, `?person=${id}`);
    expect(actions.map(({ actor, action }) => `${actor.name} ${action}`)).toEqual([
      `Erased person #${id} created`,
      `Erased person #${id} token_created`,
      `Erased person #${id} created`,
      `Erased person #${id} signed_in`,
    ]);
  });

  it('leaves associations countable, and people with a similar address as they were', async () => {
    const id = await leaveTraces(desk);
    const others = [`x${ANNABEL.email}`, `${ANNABEL.email}.uk`];
    for (const email of others) {
      await insertUser(desk.api.db, { email });
      await desk.invite({ email });
      await mailTo(email);
    }
    const other = must(await userIdOf(desk, must(others[0], 'address')), 'other');
    const home = await insertAssociation(desk.api.db, { user_id: id, condo_id: desk.condo });
    await erase(id);
    const [kept] = await desk.api.db.select().from(users).where(eq(users.id, other));
    expect(kept?.email).toBe(others[0]);
    expect(await filesWith(mailFolder, others)).toHaveLength(2);
    const names = (await storedEntries(desk.api)).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...others, ...others]));
    const list = await desk.api.call('GET', `/admin/users?condo_id=${desk.condo}`);
    expect(await list.json()).toMatchObject({
      data: [{ id, email: `erased-${id}@erased.invalid`, condo_associations: [{ id: home }] }],
    });
  });

  it('is for inactive people, and once', async () => {
    const id = await insertUser(desk.api.db, { email: 'busy@example.com' });
    const detail = 'Only an inactive person can be erased. Delete the user first.';
    expect(await errorOf(await erase(id))).toEqual({ status: 409, detail });
    expect((await erase(999_999)).status).toBe(404);
    await desk.api.call('DELETE', `/admin/users/${id}`);
    expect((await erase(id)).status).toBe(204);
    const before = await newestEntryId(desk.api);
    const erasedAt = desk.time.now;
    desk.travel(60);
    expect((await erase(id)).status).toBe(204);
    expect(await newestEntryId(desk.api)).toBe(before);
    const [row] = await desk.api.db.select().from(users).where(eq(users.id, id));
    expect(row?.erased_at).toEqual(erasedAt);
  });
});

/** The statuses of calls that wait for this person's row, one behind the other. */
const inOrderAt = (id: number, calls: Array<() => Promise<Response>>) =>
  inOrder(desk.api.database, `select from users where id = ${id} for update`, calls);

describe('at the same time', () => {
  it('two erase once, and a new name comes too late', async () => {
    const id = await leaveTraces(desk);
    const before = await newestEntryId(desk.api);
    const names = { first_name: 'Annabel', last_name: 'Mustermann' };
    const rename = () => desk.api.call('PUT', `/admin/users/${id}`, names);
    const calls = [() => erase(id), () => erase(id), rename];
    expect(await inOrderAt(id, calls)).toEqual([204, 204, 409]);
    expect(await storedEntries(desk.api, before)).toHaveLength(1);
    expect(await tablesWith(desk, NAMES)).toEqual([]);
  });

  it('an invitation that is accepted meanwhile ends', async () => {
    const id = await leaveTraces(desk);
    const { email, ...names } = ANNABEL;
    const token = await desk.tokenFor(email);
    const calls = [() => erase(id), () => desk.accept(token, names)];
    expect(await inOrderAt(id, calls)).toEqual([204, 410]);
    expect(await tablesWith(desk, NAMES)).toEqual([]);
  });

  it('an invitation as an administrator that is sent meanwhile is withdrawn', async () => {
    const id = await leaveTraces(desk);
    const { database } = desk.api;
    const commit = await openTransaction(database, 'lock table invitations in share mode');
    const erasing = erase(id);
    await waitingCalls(database, 1);
    const { email } = ANNABEL;
    const sent = await desk.api.call('POST', '/admin/administrators/invitations', { email });
    expect(sent.status).toBe(201);
    await commit();
    expect((await erasing).status).toBe(204);
    expect(await tablesWith(desk, NAMES)).toEqual([]);
    const pending = isNull(administratorInvitations.accepted_at);
    expect(await desk.api.db.$count(administratorInvitations, pending)).toBe(0);
  });

  it.each(['names', 'person', 'invitation'] as const)(
    'nothing of theirs is restored: %s',
    async (what) => {
      const id = await leaveTraces(desk);
      const [invitation] = await desk.pending();
      await desk.api.call('DELETE', `/admin/invitations/${invitation?.id}`);
      const body = { kind: 'invitation', id: invitation?.id };
      const calls: Record<typeof what, [path: string, body?: object]> = {
        names: [`${await userChange(id, 'last_name')}/values`],
        person: [`${await userChange(id, 'is_active')}/restore`],
        invitation: ['/admin/history/restore', body],
      };
      const restore = () => desk.api.call('POST', ...calls[what]);
      const [erased, restored] = await inOrderAt(id, [() => erase(id), restore]);
      expect(erased).toBe(204);
      expect(restored).toBeGreaterThanOrEqual(400);
      expect(await tablesWith(desk, NAMES)).toEqual([]);
      const [row] = await desk.api.db.select().from(users).where(eq(users.id, id));
      expect(row?.is_active).toBe(false);
    },
  );
});

/** The newest change of a field of this person. */
async function userChange(id: number, field: string): Promise<string> {
  for (const entry of await historyEntries(desk.api, `?kind=user&record=${id}`)) {
    const change = entry.changes.find(({ fields }) => fields.some(({ name }) => name === field));
    if (change) return `/admin/history/${entry.id}/changes/${change.change}`;
  }
  throw new Error(`${field} was never changed`);
}
