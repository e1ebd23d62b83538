import { loginResponseSchema } from '~/accounts/session';
import { isTextFilter } from '~/fields/filters';
import { fieldsOf, readText, type UnknownRecord } from '~/fields/reading';
import { z } from '~/fields/zod';
import { NAME_FIELDS } from '~/imports/row-error';
import { WIRE_BULK_TYPES } from '~/imports/schema';
import { CALLS, DECLARED_CALLS, type DeclaredCall } from '~/rpc/calls';
import { Api } from './api';
import { checkList, FILTERS, rowsOf, SORTS, textsOf, type Known, type Query } from './lists';

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
  api.token = readText(fieldsOf(session?.json).access_token);
  const templates = WIRE_BULK_TYPES.map((id) => ({ id }));
  let rows: UnknownRecord[] = [];
  for (const [name, declared] of api.token === null ? [] : DECLARED_CALLS) {
    const { group, call, path } = declared;
    // Templates belong to the wire contract, although the panel does not read them from an external API.
    const isOfWire = group.embedded === undefined || group === CALLS.bulkTemplates;
    if (call.method !== 'GET' || !isOfWire) continue;
    // A list is declared before the call for one of its records.
    if (call.params) await verifyRecords(api, declared, templates);
    else if (path.includes('{')) await verifyRecords(api, declared, rows.slice(0, 1));
    else rows = await verifyList(api, name, declared);
  }
  const conforms = api.findings.every(({ problems }) => problems.length === 0);
  return { baseUrl, conforms, findings: api.findings };
}

/** Makes the call of a list with each parameter. Resolves to its records. */
async function verifyList(api: Api, name: string, { call, path }: DeclaredCall) {
  const searched = Object.entries(NAME_FIELDS).find(([kind]) => name === `${kind}s.list`)?.[1];
  const defaults = z.record(z.string(), z.coerce.string()).parse(call.query?.parse({}) ?? {});
  const read = async (changed: Query, known: Known = {}) => {
    const query: Query = { ...defaults, ...changed };
    const address = `${path}?${String(new URLSearchParams(query))}`.replace(/\?$/, '');
    const check = (json: unknown) => checkList(json, query, known);
    return (await api.call(address, { schema: call.answer, check }))?.json;
  };

  const all = await read({});
  const rows = rowsOf(all);
  await api.rejectsStrangers(path);
  if (Number(fieldsOf(fieldsOf(all).pagination).total_pages) > 1) await read({ page: '2' });
  for (const by of defaults.sort_by === undefined ? [] : SORTS) {
    const ascending = await read({ sort_by: by, sort_order: 'asc' });
    await read({ sort_by: by, sort_order: 'desc' }, { ascending });
  }
  for (const filter of FILTERS.filter(({ param }) => call.query && param in call.query.shape)) {
    const { param, field, kind } = filter;
    const source = param === 'search' ? String(searched) : field;
    const row = rows.find((one) => textsOf(one, source).length > 0);
    const [value = ''] = textsOf(row, source);
    if (row) await read({ [param]: value }, { id: row.id });
    if (kind === 'reference') await read({ [param]: UNKNOWN_ID });
    if (isTextFilter(filter)) await read({ [param]: UNKNOWN_TEXT });
  }
  return rows;
}

/** Makes the call for each of these records, and for an unknown one. */
async function verifyRecords(api: Api, { call, path }: DeclaredCall, rows: UnknownRecord[]) {
  const pathOf = (id: unknown) => path.replace(/\{\w+\}/, String(id));
  for (const { id } of rows) {
    const check = (json: unknown) => checkList([json], {}, { id });
    const expected = call.fileType ? {} : { schema: call.answer, check };
    const first = await api.call(pathOf(id), { ...expected, tag: call.isVersioned && null });
    if (first && call.isVersioned) await api.call(pathOf(id), { ...expected, tag: first.tag });
    await api.rejectsStrangers(pathOf(id));
  }
  await api.call(pathOf(UNKNOWN_ID), { statuses: call.params ? [400, 404, 422] : [404] });
}
