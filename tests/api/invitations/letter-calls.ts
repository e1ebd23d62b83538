import { expect } from 'vitest';
import { acceptCodeAnswerSchema } from '~/invitations/acceptance';
import { lettersSchema } from '~/invitations/schema';
import { callsOf, insertUser } from '../../support/api';
import { must } from '../../support/must';
import { withId } from '../../support/review-calls';
import { desk } from './accepting';

/* Letters of invitations, and people without an e-mail address who get one. */

export const LETTERS = '/admin/invitations/letters';

export async function print(...ids: number[]) {
  return (await desk.api.read(lettersSchema, 'POST', LETTERS, { ids })).letters;
}

export const type = (code: string, address = '192.0.2.1') =>
  callsOf(desk.api, null, address).call('POST', '/invitations/accept/code', { code });

export async function tokenOf(code: string): Promise<string> {
  const answer = await type(code);
  expect(answer.status).toBe(200);
  return acceptCodeAnswerSchema.parse(await answer.json()).token;
}

export const tell = (token: string, email: string) =>
  callsOf(desk.api, null, '192.0.2.1').call('POST', '/invitations/accept/address', {
    token,
    email,
  });

/** Invites without an address. */
export async function aPerson() {
  const user_id = await insertUser(desk.api.db, { email: null, first_name: 'Ada' });
  const body = { user_id, role: 'building_manager', condo_id: desk.condo };
  const { id } = await desk.api.read(withId, 'POST', '/admin/invite-user', body, 201);
  return { user_id, id, body };
}

export async function aTypedCode() {
  const person = await aPerson();
  const [letter] = await print(person.id);
  return { ...person, letter: must(letter, 'letter'), token: await tokenOf(letter?.code ?? '') };
}
