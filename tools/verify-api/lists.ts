import type { Filter } from '~/contract/filters';
import type { z } from '~/contract/zod';
import type { Problem } from './report';
import { describeValue } from './conformity';
import { error, idOf, recordsOf, type Walk } from './walk';

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
    await walk.call(
      { method: 'GET', path: path(known.value) },
      {
        purpose: 'filter finds the record it was taken from',
        status: [200],
        schema,
        check: (json) => includesRecord(json, known.id),
      },
    );
  }
  await walk.call(
    { method: 'GET', path: path(missing) },
    { purpose: 'filter that matches nothing', status: [200], schema, check: isEmpty },
  );
}

function includesRecord(json: unknown, id: number): Problem[] {
  return recordsOf(json).some((record) => idOf(record) === id)
    ? []
    : [error('$', `the record with id ${id} among the found`, describeValue(json))];
}

function isEmpty(json: unknown): Problem[] {
  const { length } = recordsOf(json);
  return length === 0
    ? []
    : [error('$', 'an empty list (the filter is ignored)', `a list of ${length}`)];
}

/** GET of one record, and of one that does not exist. */
export async function walkRecord(
  walk: Walk,
  path: (id: number) => string,
  schema: z.ZodType,
  id: number | null,
): Promise<void> {
  if (id === null)
    walk.skip(
      { method: 'GET', path: path(0).replace(/0$/, '{id}') },
      'one record',
      'there is none',
    );
  else {
    await walk.call(
      { method: 'GET', path: path(id) },
      { purpose: 'one record', status: [200], schema, check: (json) => isRecord(json, id) },
    );
    await walk.rejectsStrangers({ method: 'GET', path: path(id) });
  }
  await walk.call(
    { method: 'GET', path: path(UNKNOWN_ID) },
    { purpose: 'a record that does not exist', status: [404] },
  );
}

function isRecord(json: unknown, id: number): Problem[] {
  return idOf(json) === id ? [] : [error('$.id', String(id), describeValue(idOf(json)))];
}
