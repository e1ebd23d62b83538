import type { ChangeId, RestoreRecord } from '~/contract/history-restore';
import { drain } from '~/upstream/drain.server';
import type { Upstream } from '~/upstream/upstream.server';
import { changeRecord } from '../change-record.server';

/** POST /admin/history/restore of the embedded API. */
export function restoreRecord(upstream: Upstream, record: RestoreRecord): Promise<null> {
  return drain(upstream.call({ method: 'POST', path: '/admin/history/restore', json: record }));
}

/** POST .../restore of an entry, or of what it did to one record. */
export function restoreRemoved(
  upstream: Upstream,
  { entry, change }: { entry: number; change: number | null },
): Promise<null> {
  const path = change === null ? `${entry}` : `${entry}/changes/${change}`;
  return drain(upstream.call({ method: 'POST', path: `/admin/history/${path}/restore` }));
}

/** GET .../values: what a change would be taken back to; its ETag is the version. */
export function getEarlierValues(
  upstream: Upstream,
  { field, ...change }: ChangeId & { field: string | null },
): Promise<Response> {
  return upstream.call({
    method: 'GET',
    path: valuesPath(change),
    query: { field: field ?? undefined },
  });
}

/** POST .../values */
export function writeEarlierValues(
  upstream: Upstream,
  { field, version, ...change }: ChangeId & { field: string | null; version: string | null },
): Promise<{ version: string | null }> {
  const query = { field: field ?? undefined };
  return changeRecord(upstream, { method: 'POST', path: valuesPath(change), query }, version);
}

function valuesPath({ entry, change }: ChangeId): string {
  return `/admin/history/${entry}/changes/${change}/values`;
}
