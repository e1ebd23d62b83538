import { describe, expect, it } from 'vitest';
import { historyPageSchema } from '~/history/answers';
import { errorOf, fieldError } from '../../support/api';
import { insertApartment } from '../../support/places';
import { desk, get, openDesk } from '../invitations/accepting';
import { addNamed, begin, later, make, received, TENANCIES } from './entering';

openDesk();

const noAddressOf = (names: string) =>
  fieldError('notify', `No email address is known of ${names}.`);

describe('a mail about an association', () => {
  it('is sent once Undo is over, and only if it was asked for', async () => {
    const email = 'told@example.com';
    const since = '2026-02-01';
    const made = await make({ email, language: 'de-CH', since, notify: true });
    // A toast that is looked at offers Undo for up to 50 seconds.
    desk.travel(59);
    await desk.send();
    expect(received(email)).toEqual([]);
    await later();
    const [mail] = received(email);
    expect(mail?.mail.text).toContain('12');
    expect(mail?.mail.text).toContain('1. Feb. 2026');
    await desk.api.call('PUT', `${TENANCIES}/${made.id}`, { until: '2026-12-31' });
    await later();
    expect(received(email)).toHaveLength(1);
    const told = { until: '2027-01-31', notify: true };
    await desk.api.call('PUT', `${TENANCIES}/${made.id}`, told);
    await later();
    expect(received(email)[1]?.mail.text).toContain('31. Jan. 2027');
  });

  it('is not sent after an undo, be it a deletion or the values of before', async () => {
    const email = 'undone@example.com';
    const made = await make({ email, notify: true });
    await desk.api.call('DELETE', `${TENANCIES}/${made.id}`);
    const kept = await make({ user_id: made.user_id });
    await desk.api.call('PUT', `${TENANCIES}/${kept.id}`, { until: '2027-12-31', notify: true });
    await desk.api.call('PUT', `${TENANCIES}/${kept.id}`, { until: null });
    await later();
    expect(received(email)).toEqual([]);
  });

  it('needs an address of one of them: without any nothing is changed', async () => {
    const { id, last_name } = await addNamed();
    const begun = begin({ user_id: id, notify: true });
    expect(await errorOf(begun)).toEqual(noAddressOf(`Anna ${last_name}`));
    expect((await get(id)).condo_associations).toEqual([]);
    const from = await make({ user_id: id });
    const ends = { id: from.id, until: '2026-11-30' };
    const next = { since: '2026-12-01', ends, notify: true };
    expect(await errorOf(begin({ ...next, last_name: 'Nemo' }))).toEqual(
      noAddressOf(`Nemo, Anna ${last_name}`),
    );
    // A person with an address gets a mail.
    await make({ ...next, email: 'alone@example.com' });
    await later();
    expect(received('alone@example.com')).toHaveLength(1);
    const body = { until: '2026-10-31', notify: true };
    const put = desk.api.call('PUT', `${TENANCIES}/${from.id}`, body);
    expect(await errorOf(put)).toEqual(noAddressOf(`Anna ${last_name}`));
  });

  it('is taken out by a move and by values of before, too', async () => {
    const email = 'waiting@example.com';
    const made = await make({ email, since: '2026-01-01', notify: true });
    const apartment_id = await insertApartment(desk.api.db, desk.condo, 'quietly');
    const body = { apartment_id, on: '2027-01-01' };
    expect((await desk.api.call('POST', `${TENANCIES}/${made.id}/move`, body)).status).toBe(201);
    const kept = await make({ user_id: made.user_id, role: 'owner' });
    await desk.api.call('PUT', `${TENANCIES}/${kept.id}`, { note: 'Key 12', notify: true });
    const { entries } = await desk.api.read(historyPageSchema, 'GET', '/admin/history?limit=1');
    const path = `/admin/history/${entries[0]?.id}/changes/${entries[0]?.changes[0]?.change}/values`;
    const etag = (await desk.api.call('GET', path)).headers.get('etag') ?? '';
    const written = await desk.api.call('POST', path, undefined, { 'if-match': etag });
    expect(written.status).toBe(204);
    await later();
    expect(received(email)).toEqual([]);
  });

  it('goes to both of a change of tenants, and to who moves', async () => {
    const from = await make({ email: 'leaves@example.com' });
    const ends = { id: from.id, until: '2026-11-30' };
    const next = { email: 'comes@example.com', since: '2026-12-01', ends, notify: true };
    const made = await make(next);
    await later();
    expect(
      [received('leaves@example.com'), received('comes@example.com')].map(({ length }) => length),
    ).toEqual([1, 1]);
    const apartment_id = await insertApartment(desk.api.db, desk.condo, 'moved-to');
    const body = { apartment_id, on: '2027-01-01', notify: true };
    expect((await desk.api.call('POST', `${TENANCIES}/${made.id}/move`, body)).status).toBe(201);
    await later();
    expect(received('comes@example.com')[1]?.mail.text).toContain('moved-to');
  });
});
