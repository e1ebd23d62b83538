import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { users } from '~/platform/database/schema/records';
import { callsOf } from '../../support/api';
import { validate } from '../../support/bulk';
import { NEWCOMER } from '../../support/invitation-desk';
import { desk, findUser, login, openDesk } from './accepting';

// One person with an address at a domain with an umlaut, under both of its spellings.
const WRITTEN = 'info@müller.example';
const STORED = 'info@xn--mller-kva.example';

openDesk();

it('is one person: invited, written to, signed in, found and reset under both spellings', async () => {
  expect(await desk.invite({ email: WRITTEN })).toMatchObject({ email: STORED });
  // The test's mail server decodes recipients; the message has them as they came.
  const token = await desk.tokenFor(WRITTEN);
  expect(desk.smtp.received.at(-1)?.raw).toContain(`To: ${STORED}`);
  const again = { email: STORED, role: 'building_manager', condo_id: desk.condo };
  expect((await desk.api.call('POST', '/admin/invite-user', again)).status).toBe(409);

  expect((await desk.accept(token, NEWCOMER)).status).toBeLessThan(300);
  for (const spelling of [WRITTEN, STORED, 'INFO@MÜLLER.EXAMPLE', 'info@mu\u0308ller.example']) {
    expect((await login(spelling, NEWCOMER.password)).status).toBe(200);
    expect(await findUser(spelling)).toMatchObject({ email: STORED });
  }
  expect(await findUser('müller.example')).toMatchObject({ email: STORED });
  expect(await findUser('Müller info')).toMatchObject({ email: STORED });

  await desk.api.db.update(users).set({ is_superuser: true }).where(eq(users.email, STORED));
  desk.smtp.received.length = 0;
  const forgot = callsOf(desk.api, null, '192.0.2.77');
  const answer = await forgot.call('POST', '/auth/forgot-password', { email: WRITTEN });
  expect(answer.status).toBe(204);
  await desk.send();
  expect(desk.smtp.received.map(({ recipients }) => recipients)).toEqual([[WRITTEN]]);
});

it('is one person in a file, beside a pending invitation and in another row', async () => {
  await desk.invite({ email: 'wart@büro.example' });
  const rows = [
    `wart@xn--bro-hoa.example;building_manager;${desk.condo}`,
    `neu@zürich.example;building_manager;${desk.condo}`,
    `neu@xn--zrich-kva.example;building_manager;${desk.condo}`,
  ];
  const csv = ['email;role;condo_id', ...rows].join('\n');
  const { valid_rows, invalid_rows } = await validate(desk.api, 'user_invite', csv);
  expect(valid_rows).toMatchObject([{ email: 'neu@xn--zrich-kva.example' }]);
  expect(invalid_rows.map(({ errors }) => errors[0]?.field)).toEqual(['email', 'email']);
});
