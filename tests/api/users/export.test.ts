import { eq } from 'drizzle-orm';
import { hashToken } from '~/accounts/server/tokens';
import { createdApiTokenSchema } from '~/accounts/api-tokens';
import { expect, it } from 'vitest';
import { passkeys, sessions } from '~/platform/database/schema/account';
import { users } from '~/platform/database/schema/records';
import { administratorInvitationSchema } from '~/accounts/administrator';
import { personalDataSchema, type PersonalData } from '~/users/personal-data';
import { insertUser } from '../../support/api';
import { enrolApp, STORED_PASSKEY } from '../../support/factors';
import { deskPerTest } from '../../support/invitation-desk';
import { ANNABEL, leaveTraces } from './person';

const desk = deskPerTest();

const get = (id: number) => desk.api.call('GET', `/admin/personal-data/${id}`);

async function exported(id: number): Promise<{ text: string; data: PersonalData }> {
  const response = await get(id);
  expect(response.status).toBe(200);
  const text = await response.text();
  return { text, data: personalDataSchema.parse(JSON.parse(text)) };
}

it('the export is one JSON file with all that is known', async () => {
  const id = await leaveTraces(desk);
  await desk.api.db
    .insert(sessions)
    .values({ token_hash: 'secret hash', user_id: id, address: '192.0.2.7', user_agent: 'Lynx' });
  await desk.api.db.update(users).set({ language: 'it-CH' }).where(eq(users.id, id));
  const response = await get(id);
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="person-${id}.json"`,
  );
  const { data, text } = await exported(id);
  expect(data.profile).toMatchObject({
    id,
    email: ANNABEL.email,
    last_name: ANNABEL.last_name,
    is_active: false,
    is_superuser: true,
    rights: 'all',
    has_password: true,
    language: 'it-CH',
    condo_associations: [],
  });
  expect(data.invitations.map(({ status }) => status)).toEqual(['accepted', 'pending']);
  expect(data.administrator_invitations).toHaveLength(1);
  expect(data.sessions).toMatchObject([{ address: '192.0.2.7', user_agent: 'Lynx' }]);
  expect(data.failed_sign_ins).toMatchObject([{ address: '192.0.2.9', attempts: 2 }]);
  expect(data.history.map(({ action }) => action)).toEqual([
    'invited',
    'deactivated',
    // The invitation to become an administrator, which was written by hand.
    'created',
    'token_created',
    'signed_in',
    'changed',
    'changed',
    'accepted',
    'invited',
  ]);
  expect(data.actions.map(({ action }) => action)).toEqual([
    'created',
    'token_created',
    'created',
    'signed_in',
  ]);
  expect(text).not.toMatch(/secret hash|token_hash|condoadmin_|plain:|password_hash/);
});

it('knows of invitations that went: with their building, and to become an administrator', async () => {
  const email = 'gone@example.com';
  const id = await insertUser(desk.api.db, { email });
  await desk.invite({ email });
  await desk.invite({ email: 'neighbour@example.com' });
  await desk.api.call('DELETE', `/admin/condos/${desk.condo}`);
  await desk.api.call('POST', '/admin/administrators/invitations', { email });
  const pending = '/admin/administrators/invitations';
  const [invited] = await desk.api.read(administratorInvitationSchema.array(), 'GET', pending);
  await desk.api.call('DELETE', `/admin/administrators/invitations/${invited?.id}`);
  const { data, text } = await exported(id);
  const lines = data.history.flatMap(({ action, record, changes }) =>
    changes.map(({ kind, what }) => `${action} ${record?.kind}: ${kind} ${what}`),
  );
  expect(lines).toContain('deleted condo: invitation deleted');
  expect(lines).toContain('deleted administrator_invitation: administrator_invitation deleted');
  expect(text).not.toContain('neighbour');
});

it('says that there is a second factor, and nothing of its secret', async () => {
  const { adminId, token } = desk.api;
  await enrolApp(desk.api, token, desk.time.now);
  const { data, text } = await exported(adminId);
  expect(data.second_factors).toEqual([
    { kind: 'authenticator', added_at: desk.time.now.toISOString() },
  ]);
  expect(text).not.toMatch(/secret/);
});

it('names passkeys, and none of their keys', async () => {
  const { adminId, db } = desk.api;
  const [name, created_at] = [STORED_PASSKEY.name, desk.time.now];
  await db.insert(passkeys).values({ ...STORED_PASSKEY, user_id: adminId, created_at });
  const { data, text } = await exported(adminId);
  const added_at = created_at.toISOString();
  expect(data.second_factors).toEqual([{ kind: 'passkey', name, added_at, last_used_at: null }]);
  expect(text).not.toMatch(/a-credential|a-key/);
});

it('names tokens for scripts, and not their texts', async () => {
  const { adminId } = desk.api;
  const body = { name: 'Nightly', scope: 'read', lifetime_days: 1 };
  const path = '/admin/account/api-tokens';
  const made = await desk.api.read(createdApiTokenSchema, 'POST', path, body, 201);
  const { id: _, token, ...shown } = made;
  const { data, text } = await exported(adminId);
  expect(data.api_tokens).toEqual([shown]);
  expect(text).not.toContain(hashToken(token));
});

it('holds nothing of others', async () => {
  const id = await leaveTraces(desk);
  const email = `x${ANNABEL.email}`;
  const other = await insertUser(desk.api.db, { email });
  await desk.invite({ email });
  const own = await exported(id);
  expect(own.text).not.toContain(email);
  const theirs = await exported(other);
  expect(theirs.data.invitations).toHaveLength(1);
  expect(theirs.data.history).toHaveLength(2);
});

it('the export of an erased person contains no name', async () => {
  const id = await leaveTraces(desk);
  await desk.api.call('DELETE', `/admin/personal-data/${id}`);
  const { data, text } = await exported(id);
  expect(data.profile.erased_at).not.toBeNull();
  expect(text).not.toMatch(/annabel|mustermann/i);
  expect(data.history[0]?.action).toBe('erased');
});
