import { queryOptions } from '@tanstack/react-query';
import { formatDateOnly } from '~/language/format';
import { t } from '~/language/texts';
import type { CallInput } from '~/rpc/calls';
import { read, send, type ReadOptions } from '~/rpc/client.functions';
import { embeddedAnswer, embeddedQuery } from '~/rpc/queries';
import { withVersion } from '~/rpc/wire';
import type { CondoAssociation } from '~/users/fields';

/** An association as lists have it. */
export type Tenancy = Pick<
  CondoAssociation,
  'condo_id' | 'apartment_number' | 'role' | 'since' | 'until'
> & {
  id: number;
  user_id: number | null;
  /** Name of the person. */
  name: string;
};

/** Task of a dialog. The dialog does not ask for values that the task has. */
export type TenancyTask =
  | {
      kind: 'begin';
      user_id?: number;
      condo_id?: number;
      apartment_id?: number;
      unit?: string | null;
      since?: string;
    }
  /** Adds a person, who may get an association. */
  | { kind: 'add' }
  /** Tasks about one of several associations, from which the user chooses a person. */
  | { kind: 'end' | 'change' | 'move'; tenancies: readonly Tenancy[] }
  | { kind: 'edit'; tenancies: readonly [Tenancy] };

/** The associations of a task, renters first, since they move most often. */
export function tenanciesOf(task: TenancyTask): readonly Tenancy[] {
  const tenancies = 'tenancies' in task ? task.tenancies : [];
  return tenancies.toSorted((a, b) => Number(b.role === 'renter') - Number(a.role === 'renter'));
}

/** The key of a task's draft: the same dialog, opened again, offers what was typed. */
export function draftKeyOf(task: TenancyTask): string {
  const tenancies = tenanciesOf(task).map(({ id }) => id);
  const home = task.kind === 'begin' ? [task.condo_id, task.apartment_id, task.user_id] : [];
  return ['tenancy', task.kind, ...home, ...tenancies].join('/');
}

export async function readTenancy(id: number, options: ReadOptions = {}) {
  const response = await read('tenancies.get', { id }, options);
  return withVersion(response, await embeddedAnswer('tenancies.get', response));
}

/** Changes an association, and resolves to it in the version that was written. */
export async function updateTenancy(input: CallInput<'tenancies.update'>) {
  const response = await send('tenancies.update', input);
  return withVersion(response, await embeddedAnswer('tenancies.update', response));
}

export const tenancyQueries = {
  detail: (id: number) =>
    queryOptions({
      queryKey: ['tenancies', 'detail', id] as const,
      queryFn: ({ signal }) => readTenancy(id, { signal }),
    }),
  ofUser: (user_id: number) => embeddedQuery('tenancies.list', { query: { user_id } }),
  /** All associations of a building: past, present and future. */
  ofCondo: (id: number) => embeddedQuery('condoTenancies.list', { id, query: { past: 'true' } }),
  onDay: (id: number, as_of: string) =>
    embeddedQuery('condoTenancies.list', { id, query: { as_of } }),
};

/** The period as text: "since Apr 1, 2026", "until ...", "... to ..."; empty if no day is known. */
export function periodText({ since, until }: Pick<CondoAssociation, 'since' | 'until'>): string {
  if (since !== null && until !== null)
    return t`${formatDateOnly(since)} to ${formatDateOnly(until)}`;
  if (since !== null) return t`since ${formatDateOnly(since)}`;
  return until === null ? '' : t`until ${formatDateOnly(until)}`;
}
