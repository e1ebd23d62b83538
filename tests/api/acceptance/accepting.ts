import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { acceptPreviewSchema } from '~/contract/acceptance';
import { userListSchema, userSchema } from '~/contract/user';
import { z } from '~/contract/zod';
import { rateLimits } from '~/api/db/account-schema';
import { invitations, userCondoAssociations } from '~/api/db/schema';
import { createRequest, insertUser } from '../../support/api';
import { openInvitationDesk, type InvitationDesk } from '../../support/invitation-desk';

const strictPreview = z.strictObject(acceptPreviewSchema.shape);
export const NEWCOMER = {
  first_name: 'Anna',
  last_name: 'Muster',
  password: 'four words make one',
};
/** Of the accounts that `insertAccount` makes. */
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
    await desk.api.db.delete(invitations);
    await desk.api.db.delete(userCondoAssociations);
    await desk.api.db.delete(rateLimits);
  });
}

/** The statuses, smallest first. */
export function inOrder(answers: readonly Response[]) {
  return answers.map((answer) => answer.status).toSorted((a, b) => a - b);
}

export function fetchPreview(token: string, address = '192.0.2.1') {
  const request = createRequest('GET', `/invitations/accept?token=${encodeURIComponent(token)}`);
  return desk.api.fetch(request, { address });
}

export async function preview(token: string) {
  const response = await fetchPreview(token);
  expect(response.status).toBe(200);
  return strictPreview.parse(await response.json());
}

export function accept(token: string, body: object, address = '192.0.2.1') {
  return desk.api.fetch(createRequest('POST', '/invitations/accept', { token, ...body }), {
    address,
  });
}

/** Invites, and hands back the link's token as it arrived. */
export async function inviteAndReceive(fields: object = {}) {
  const invitation = await desk.invite(fields);
  return { ...invitation, token: await desk.tokenFor(invitation.email) };
}

export async function findUser(email: string) {
  const response = await desk.api.call('GET', `/admin/users?search=${encodeURIComponent(email)}`);
  const { data } = userListSchema.parse(await response.json());
  expect(data.length).toBeLessThanOrEqual(1);
  return data[0] ?? null;
}

export async function login(username: string, password: string, address = '192.0.2.1') {
  const response = await desk.api.fetch(
    createRequest('POST', '/auth/login', { username, password }),
    { address },
  );
  const answer: unknown = await response.json();
  return { status: response.status, answer };
}

export async function get(id: number) {
  const response = await desk.api.call('GET', `/admin/users/${id}`);
  return userSchema.parse(await response.json());
}

export function insertAccount(fields: object = {}) {
  return insertUser(desk.api.db, {
    email: `Owner${crypto.randomUUID()}@Example.com`,
    first_name: 'Olga',
    last_name: 'Owner',
    password_hash: `plain:${PASSWORD}`,
    ...fields,
  });
}
