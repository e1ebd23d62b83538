import { readText } from '~/contract/reading';
import { apartmentAnswer, apartmentList } from './answers';
import type { APARTMENT, BodyOf } from './entities';
import { holds } from './values';
import type { WriteContext } from './write-context';
import { idOf, recordsOf } from './walk';

const APARTMENTS = '/admin/apartments';

/** POST, PUT and DELETE of an apartment in a building of ours. */
export async function walkApartmentChanges(
  { walk, mark }: WriteContext,
  condoId: number,
): Promise<void> {
  const body = {
    condo_id: condoId,
    apartment_number: `V-${mark}`,
    floor_number: 3,
    bedrooms: 3.5,
    bathrooms: 1.5,
    sqmt: 82.25,
    parking_spot_number: 'P1,P2',
    notes: 'Made by verify-api',
  } satisfies BodyOf<typeof APARTMENT>;
  const call = { method: 'POST', path: APARTMENTS, body } as const;
  await walk.rejectsStrangers(call);
  await walk.call(
    { ...call, body: { ...body, apartment_number: '' } },
    { purpose: 'rejects an apartment without a number', status: [422, 400] },
  );
  await walk.call(call, { purpose: 'creates an apartment', status: '2xx' });
  const list = await walk.call(
    { method: 'GET', path: `${APARTMENTS}?condo_id=${condoId}` },
    { purpose: 'what was created', status: [200], schema: apartmentList },
  );
  const id = idOf(
    recordsOf(list).find((row) => readText(row.apartment_number) === body.apartment_number),
  );
  if (id === null) {
    walk.skip(
      { method: 'PUT', path: `${APARTMENTS}/{id}` },
      'changes an apartment',
      'none was made',
    );
    return;
  }
  const path = `${APARTMENTS}/${id}`;
  const get = (purpose: string, sent: Record<string, string | number>) =>
    walk.call(
      { method: 'GET', path },
      { purpose, status: [200], schema: apartmentAnswer, check: (json) => holds(json, sent) },
    );
  await get('what was created, alone', body);
  const changed = { ...body, floor_number: 4, bedrooms: 4.5, parking_spot_number: 'None' };
  await walk.rejectsStrangers({ method: 'PUT', path, body: changed });
  await walk.call(
    { method: 'PUT', path, body: changed },
    { purpose: 'changes an apartment', status: '2xx' },
  );
  await get('what was changed', changed);
  await walk.rejectsStrangers({ method: 'DELETE', path });
  const deleted = await walk.call(
    { method: 'DELETE', path },
    { purpose: 'deletes an apartment', status: '2xx' },
  );
  if (deleted === undefined) return;
  await walk.call({ method: 'GET', path }, { purpose: 'is gone', status: [404] });
}
