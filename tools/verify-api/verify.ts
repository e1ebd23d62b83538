import { apartmentFields } from '~/apartments/fields';
import { WIRE_BULK_TYPES } from '~/imports/schema';
import { CALLS, DECLARED_CALLS, type DeclaredCall } from '~/rpc/calls';
import { condoFields } from '~/condos/fields';
import { sortNames, type Fields } from '~/fields/fields';
import { filtersOf } from '~/fields/filters';
import { fieldsOf, readText, type UnknownRecord } from '~/fields/reading';
import { loginResponseSchema } from '~/accounts/session';
import { associationFields } from '~/users/fields';
import { z } from '~/fields/zod';
import { Api } from './api';
import { checkList, rowsOf, textsOf, type Known, type Query } from './lists';

const search = { kind: 'text', label: 'Search', max: 0, filter: 1 } as const;
const status = { kind: 'choice', label: 'Status', options: ['pending'], filter: 1 } as const;
const condoId = { ...associationFields.condo_id, filter: 1 } as const;
/** Filters and sort fields of each list, and a field that its search covers. */
const LISTS: Readonly<Record<string, { fields: Fields; searched?: string }>> = {
  apartments: { fields: { ...apartmentFields, search }, searched: 'apartment_number' },
  condos: { fields: { ...condoFields, search }, searched: 'name' },
  invitations: { fields: { status } },
  users: { fields: { condo_id: condoId, search }, searched: 'email' },
};
/** A text and an id that no record has. */
const UNKNOWN_TEXT = 'zzqx-verify-9f3b7c';
const UNKNOWN_ID = '2147483646';

/** Signs in and makes every reading call of the wire contract with each of its parameters. It only reads. */
export async function verifyApi(baseUrl: string, username: string, password: string) {
  const api = new Api(baseUrl);
  const wrong = { username, password: `${password} - not the password` };
  await api.call('/auth/login', { body: wrong, statuses: [400, 401, 403, 422] });
  const session = await api.call('/auth/login', {
    body: { username, password },
    schema: loginResponseSchema.extend({ user: z.object({ is_superuser: z.literal(true) }) }),
  });
  api.token = readText(fieldsOf(session).access_token);
  let rows: readonly UnknownRecord[] = [];
  for (const [name, declared] of api.token === null ? [] : DECLARED_CALLS) {
    const { group, call, path } = declared;
    // Templates belong to the wire contract, although the panel does not read them from an external API.
    const isOfWire = group.embedded === undefined || group === CALLS.bulkTemplates;
    if (call.method !== 'GET' || !isOfWire) continue;
    // A list is declared before the call for one of its records.
    if (path.includes('{')) await verifyRecords(api, declared, rows);
    else rows = await verifyList(api, declared, name.replace(/\..*/, ''));
  }
  const conforms = api.findings.every(({ problems }) => problems.length === 0);
  return { baseUrl, conforms, findings: api.findings };
}

/** Makes the call of a list with each parameter. Resolves to its records. */
async function verifyList(api: Api, { call, path }: DeclaredCall, resource: string) {
  const { fields, searched = '' } = LISTS[resource] ?? { fields: {} };
  const defaults = z.record(z.string(), z.coerce.string()).parse(call.query?.parse({}) ?? {});
  const read = (changed: Query, known: Known = {}) => {
    const query: Query = { ...defaults, ...changed };
    const address = `${path}?${String(new URLSearchParams(query))}`.replace(/\?$/, '');
    const check = (json: unknown) => checkList(json, fields, query, known);
    return api.call(address, { schema: call.answer, check });
  };

  const all = await read({});
  const rows = rowsOf(all);
  await api.rejectsStrangers(path);
  if (Number(fieldsOf(fieldsOf(all).pagination).total_pages) > 1) await read({ page: '2' });
  for (const by of sortNames(fields)) {
    const ascending = await read({ sort_by: by, sort_order: 'asc' });
    await read({ sort_by: by, sort_order: 'desc' }, { ascending });
  }
  for (const { param, field, kind } of filtersOf(fields)) {
    const name = param === 'search' ? searched : field;
    const row = rows.find((one) => textsOf(one, name).length > 0);
    const [value = ''] = textsOf(row, name);
    if (row) await read({ [param]: value }, { id: row.id });
    if (kind === 'reference') await read({ [param]: UNKNOWN_ID });
    if (kind === 'text' || kind === 'canton') await read({ [param]: UNKNOWN_TEXT });
  }
  return rows;
}

/** Makes the call for a record of the list, or for each declared name, and for an unknown one. */
async function verifyRecords(
  api: Api,
  { call, path }: DeclaredCall,
  rows: readonly UnknownRecord[],
) {
  const [place = '', name = ''] = /\{(\w+)\}/.exec(path) ?? [];
  const names = call.params?.[name]?.meta()?.enum;
  const known: unknown[] = Array.isArray(names)
    ? names.filter((one) => WIRE_BULK_TYPES.some((type) => type === one))
    : rows.slice(0, 1).map(({ id }) => id);
  for (const value of known) {
    const record = path.replace(place, String(value));
    const check = (json: unknown) => checkList([json], {}, {}, { id: value });
    const { isVersioned } = call;
    const read = () =>
      api.call(record, call.fileType ? {} : { schema: call.answer, check, isVersioned });
    if ((await read()) !== undefined && isVersioned) await read();
    await api.rejectsStrangers(record);
  }
  await api.call(path.replace(place, UNKNOWN_ID), { statuses: names ? [400, 404, 422] : [404] });
}
