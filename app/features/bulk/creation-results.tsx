import { Alert } from '~/components/ui/alert';
import { NamedCard } from '~/components/ui/card';
import type { BulkCreation } from '~/contract/bulk-reading';
import { formatCount } from '~/lib/format';
import { t } from '~/lib/texts';
import { RowsTable } from './rows-table';

interface CreationResultsProps {
  creation: BulkCreation;
  /** Shown where the file itself is no longer on the screen. */
  fileName?: string;
}

/** The result of creation: how many entries were created, and which rows were rejected. */
export function CreationResults({ creation: { created, errors }, fileName }: CreationResultsProps) {
  return (
    <NamedCard
      title={t`Creation Results`}
      actions={fileName && <p className="text-muted">{fileName}</p>}
      contentClassName="grid gap-4"
    >
      <Alert tone={errors.length > 0 ? 'warning' : 'success'}>
        {created === 0
          ? t`No entries were created.`
          : t`${formatCount(created, 'entry', 'entries')} created.`}
      </Alert>
      {errors.length > 0 && <RowsTable caption={t`Rows that were not created`} errors={errors} />}
    </NamedCard>
  );
}
