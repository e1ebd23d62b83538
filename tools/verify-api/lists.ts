import type { Filter } from '~/contract/filters';
import type { z } from '~/contract/zod';
import type { Problem } from './report';
import { describeValue } from './conformity';
import { errorUnless, idOf, recordsOf, type Walk } from './walk';

/** An id that no API has assigned yet: the largest PostgreSQL integer minus one. */
export const UNKNOWN_ID = 2_147_483_646;
/** A text that no record contains. */
export const IMPROBABLE = 'zzqx-verify-9f3b7c';

/** A value of a filter that matches nothing. */
export function improbable({ kind, end }: Filter): string {
  if (kind === 'date') return end === 'most' ? '0001-01-01' : '9999-12-31';
  if (kind === 'number') return end === 'most' ? '-1' : '2000000000';
  return IMPROBABLE;
}

/** A filter must narrow its list of such records: a value of a known one finds it, an improbable value finds nothing. */
export async function walkFilter(
  walk: Walk,
  path: (value: string) => string,
  record: z.ZodType,
  known: { id: number; value: string } | null,
  missing = IMPROBABLE,
): Promise<void> {
  const schema = record.array();
  if (known) {
    const check = (json: unknown) => includesRecord(json, known.id);
    const purpose = 'filter finds the record it was taken from';
    await walk.read(path(known.value), purpose, { schema, check });
  }
  await walk.read(path(missing), 'filter that matches nothing', {
    schema,
    check: (json) => isEmpty(json),
  });
}

function includesRecord(json: unknown, id: number): Problem[] {
  const isThere = recordsOf(json).some((record) => idOf(record) === id);
  return errorUnless(isThere, '$', `the record with id ${id} among the found`, describeValue(json));
}

export function isEmpty(list: unknown, path = '$'): Problem[] {
  const { length } = recordsOf(list);
  const expected = 'an empty list (the filter is ignored)';
  return errorUnless(length === 0, path, expected, `a list of ${length}`);
}

/** GET of one record, and of one that does not exist. */
export async function walkRecord(
  walk: Walk,
  path: (id: number) => string,
  schema: z.ZodType,
  id: number | null,
): Promise<void> {
  if (id === null) walk.skip(path(0).replace(/0$/, '{id}'), 'one record', 'there is none');
  else {
    const check = (json: unknown) =>
      errorUnless(idOf(json) === id, '$.id', String(id), describeValue(idOf(json)));
    await walk.read(path(id), 'one record', { schema, check });
    await walk.rejectsStrangers(path(id));
  }
  await walk.call(
    { method: 'GET', path: path(UNKNOWN_ID) },
    { purpose: 'a record that does not exist', status: [404] },
  );
}
