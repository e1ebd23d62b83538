import { BULK_TYPES } from '~/contract/bulk';
import { condoFields } from '~/contract/condo-fields';
import { dashboardStatsSchema } from '~/contract/dashboard';
import { filtersOf } from '~/contract/filters';
import { invitationSchema } from '~/contract/invitation';
import { readText } from '~/contract/reading';
import { searchText } from '~/contract/search-text';
import { apartmentAnswer, condoAnswer } from './answers';
import { describeValue } from './conformity';
import { IMPROBABLE, improbable, walkFilter, walkRecord } from './lists';
import type { Problem } from './report';
import { error, errorUnless, idOf, recordsOf, type Check, type Walk } from './walk';

/** GET /admin/dashboard-stats */
export async function walkDashboard(walk: Walk): Promise<void> {
  const path = '/admin/dashboard-stats';
  await walk.read(path, 'statistics', { schema: dashboardStatsSchema });
  await walk.rejectsStrangers(path);
}

const CONDOS = '/admin/condos';

function sorted(by: string, order: string): string {
  return `${CONDOS}?sort_by=${by}&sort_order=${order}`;
}

function filtered(field: string) {
  return (value: string) =>
    `${CONDOS}?${field}=${encodeURIComponent(value)}&sort_by=name&sort_order=asc`;
}

/** GET /admin/condos with each of its parameters, and GET /admin/condos/{id}. Resolves to an id for further calls. */
export async function walkCondos(walk: Walk): Promise<number | null> {
  const schema = condoAnswer.array();
  const list = (by: string, order: string, more: { check?: Check } = {}) =>
    walk.read(sorted(by, order), `buildings by ${by}, ${order}`, { schema, ...more });
  const byName = await list('name', 'asc');
  await list('name', 'desc', { check: (json) => areReversed(byName, json) });
  await list('id', 'asc', { check: (json) => areInOrder(json, 1) });
  await list('id', 'desc', { check: (json) => areInOrder(json, -1) });
  await walk.rejectsStrangers(sorted('name', 'asc'));

  const first = recordsOf(byName)[0];
  const id = idOf(first);
  const known = (field: string) => {
    const value = readText(first?.[field]) ?? '';
    return id === null || value === '' ? null : { id, value };
  };
  await walkFilter(walk, filtered('search'), condoAnswer, known('name'));
  for (const filter of filtersOf(condoFields)) {
    const { param, field } = filter;
    await walkFilter(walk, filtered(param), condoAnswer, known(field), improbable(filter));
  }
  await walkRecord(walk, (condo) => `${CONDOS}/${condo}`, condoAnswer, id);
  return id;
}

/** The same names the other way round; names that differ in case or accents alone may keep their order. */
function areReversed(ascending: unknown, descending: unknown): Problem[] {
  if (ascending === undefined) return [];
  const wanted = foldedNames(ascending).toReversed();
  const found = foldedNames(descending);
  const at = wanted.findIndex((name, index) => name !== found[index]);
  if (at === -1 && wanted.length === found.length) return [];
  const place = Math.max(at, 0);
  const expected = `${describeValue(wanted[place])} (sort_order=asc the other way round)`;
  return [error(`$[${place}].name`, expected, describeValue(found[place]))];
}

function foldedNames(json: unknown): string[] {
  return recordsOf(json).map(({ name }) => searchText(readText(name) ?? ''));
}

function areInOrder(json: unknown, sign: 1 | -1): Problem[] {
  const ids = recordsOf(json).map((record) => idOf(record) ?? 0);
  const at = ids.findIndex((id, index) => index > 0 && sign * (id - (ids[index - 1] ?? id)) <= 0);
  if (at === -1) return [];
  const wanted = sign === 1 ? 'more' : 'less';
  return [error(`$[${at}].id`, `${wanted} than ${ids[at - 1]}`, String(ids[at]))];
}

const APARTMENTS = '/admin/apartments';

/** GET /admin/apartments, of all buildings and of one, and GET /admin/apartments/{id}. */
export async function walkApartments(walk: Walk): Promise<void> {
  const schema = apartmentAnswer.array();
  const [first] = recordsOf(await walk.read(APARTMENTS, 'apartments of all buildings', { schema }));
  await walk.rejectsStrangers(APARTMENTS);
  const condoId = typeof first?.condo_id === 'number' ? first.condo_id : null;
  const purpose = 'apartments of a building';
  if (condoId === null) {
    walk.skip(`${APARTMENTS}?condo_id={id}`, purpose, 'there is no apartment');
  } else {
    const check = (json: unknown) => areAllOf(json, condoId);
    await walk.read(`${APARTMENTS}?condo_id=${condoId}`, purpose, { schema, check });
  }
  const id = idOf(first);
  const number = readText(first?.apartment_number);
  await walkFilter(
    walk,
    (value) => `${APARTMENTS}?search=${encodeURIComponent(value)}`,
    apartmentAnswer,
    id === null || !number ? null : { id, value: number },
  );
  await walkRecord(walk, (unit) => `${APARTMENTS}/${unit}`, apartmentAnswer, id);
}

function areAllOf(json: unknown, condoId: number): Problem[] {
  const rows = recordsOf(json);
  const at = rows.findIndex((row) => row.condo_id !== condoId);
  const found = describeValue(rows[at]?.condo_id);
  return errorUnless(at < 0, `$[${at}].condo_id`, `${condoId} (the filter is ignored)`, found);
}

/** GET /admin/invitations?status=pending */
export async function walkInvitations(walk: Walk): Promise<void> {
  const path = '/admin/invitations?status=pending';
  const expected = 'pending (the filter is ignored)';
  await walk.read(path, 'pending invitations', {
    schema: invitationSchema.array(),
    check: (json) =>
      recordsOf(json).flatMap(({ status = 'pending' }, index) =>
        errorUnless(status === 'pending', `$[${index}].status`, expected, describeValue(status)),
      ),
  });
  await walk.rejectsStrangers(path);
}

/** GET /admin/bulk-templates/{type} */
export async function walkTemplates(walk: Walk): Promise<void> {
  for (const type of BULK_TYPES) {
    await walk.read(`/admin/bulk-templates/${type}`, 'template', {
      check: (_json, { type: found, bytes }) =>
        bytes === 0
          ? [error('body', 'a file', 'nothing')]
          : errorUnless(!/html/i.test(found), 'content-type', 'a file', found),
    });
  }
  await walk.call(
    { method: 'GET', path: `/admin/bulk-templates/${IMPROBABLE}` },
    { purpose: 'a template that does not exist', status: [404, 400, 422] },
  );
}
