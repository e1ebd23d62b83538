import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Alert } from '~/components/ui/alert';
import { appliedByApi } from '~/data/bulk/bulk.mutations';
import { bulkQueries } from '~/data/bulk/bulk.queries';
import { makeOld } from '~/data/make-old';
import { t, translate } from '~/lib/texts';
import { CreationResults } from './creation-results';
import { ImportProgress } from './import-progress';
import type { PendingImport } from './pending-import';
import { ApplyResults } from './review/apply-results';

/** The import that was running when this page was reloaded: its progress, then its result. */
export function ResumedImport({ pending }: { pending: PendingImport }) {
  const client = useQueryClient();
  const { data } = useQuery({
    ...bulkQueries.progress(pending.key),
    enabled: (query) => query.state.data?.state !== 'unknown',
  });
  const finished = data?.state === 'finished';
  useEffect(() => {
    if (finished) makeOld(client, 'bulkCreate.rows');
  }, [client, finished]);
  if (data?.state === 'running') {
    return <ImportProgress importKey={pending.key} total={pending.total} />;
  }
  if (data?.state === 'failed') {
    return <Alert tone="danger">{t`Creation failed: ${translate(data.detail, data)}`}</Alert>;
  }
  // An import that never reached the server has nothing to show.
  if (data?.state !== 'finished') return null;
  const applied = appliedByApi(data.result);
  return applied.changed > 0 ? (
    <ApplyResults type={null} result={applied} />
  ) : (
    <CreationResults creation={applied} fileName={pending.fileName} />
  );
}
