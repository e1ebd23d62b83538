import { useQuery } from '@tanstack/react-query';
import { bulkQueries } from '~/data/bulk/bulk.queries';
import { useOwnChange } from '~/data/use-own-change';
import { t } from '~/lib/texts';
import { RowsProgress } from './rows-progress';

interface ImportProgressProps {
  importKey: string;
  total: number;
  label?: string;
}

/** A long import in progress: rows done of all rows, and a Cancel that rolls everything back. */
export function ImportProgress({ importKey, total, label = t`Rows created` }: ImportProgressProps) {
  const progress = useQuery(bulkQueries.progress(importKey));
  const cancel = useOwnChange('bulkImports.cancel');
  const done = progress.data?.state === 'running' ? progress.data.done : 0;
  return (
    <RowsProgress
      title={t`Import progress`}
      label={label}
      done={{ rows: done, total }}
      cancelLabel={t`Cancel import`}
      cancelling={cancel.isPending || cancel.isSuccess}
      onCancel={() => cancel.mutate({ key: importKey })}
    />
  );
}
