import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { acceptPreviewSchema } from '~/invitations/acceptance';
import { loginResponseSchema } from '~/accounts/session';
import { userListSchema, userSchema } from '~/users/schema';
import { z } from '~/fields/zod';
import { rateLimits } from '~/platform/database/schema/account';
import { invitations, userCondoAssociations } from '~/platform/database/schema/records';
import { insertUser, logIn } from '../../support/api';
import { openInvitationDesk, type InvitationDesk } from '../../support/invitation-desk';

const strictPreview = z.strictObject(acceptPreviewSchema.shape);
/** Password of the accounts that `insertAccount` creates. */
export const PASSWORD = 'the password they have';

/** The desk of this file's tests, once `openDesk` has opened it. */
export let desk: InvitationDesk;

/** Opens a desk for the tests of a file; each finds it empty and at the same time of day. */
export function openDesk(): void {
  let start: Date;
  beforeAll(async () => {
    desk = await openInvitationDesk();
    start = desk.time.now;
  });
  afterAll(() => desk.close());
  afterEach(async () => {
    desk.time.now = start;
    for (const table of [invitations, userCondoAssociations, rateLimits]) {
      await desk.api.db.delete(table);
    }
  });
}

export async function preview(token: string) {
  const response = await desk.open(token);
  expect(response.status).toBe(200);
  return strictPreview.parse(await response.json());
}

/** Invites, and hands back the link's token as it arrived. */
export async function inviteAndReceive(fields: object = {}) {
  const invitation = await desk.invite(fields);
  return { ...invitation, token: await desk.tokenFor(invitation.email) };
}

export async function findUser(email: string) {
  const path = `/admin/users?search=${encodeURIComponent(email)}`;
  const { data } = await desk.api.read(userListSchema, 'GET', path);
  expect(data.length).toBeLessThanOrEqual(1);
  return data[0] ?? null;
}

export const login = (username: string, password: string, address?: string) =>
  logIn(desk.api, { username, password }, address);

/** Signs in. Returns true if the new session is an administrator's. */
export async function signsInAsAdministrator(username: string, password: string) {
  const answer = await login(username, password);
  return loginResponseSchema.parse(await answer.json()).user.is_superuser;
}

export const get = (id: number) => desk.api.read(userSchema, 'GET', `/admin/users/${id}`);

export function insertAccount(fields: object = {}) {
  return insertUser(desk.api.db, {
    email: `Owner${crypto.randomUUID()}@Example.com`,
    first_name: 'Olga',
    last_name: 'Owner',
    password_hash: `plain:${PASSWORD}`,
    ...fields,
  });
}
