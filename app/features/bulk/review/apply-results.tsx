import { Alert } from '~/components/ui/alert';
import { TitledCard } from '~/components/ui/card';
import type { BulkType } from '~/contract/bulk';
import type { AppliedChanges } from '~/data/bulk/bulk.mutations';
import { formatCount } from '~/lib/format';
import { t } from '~/lib/texts';
import { BULK_NOUNS } from '../bulk-types';
import { RowsTable } from '../rows-table';
import { UndoApplied } from './undo-applied';

interface ApplyResultsProps {
  /** What the rows are; null: not known after a reload. */
  type: BulkType | null;
  result: AppliedChanges;
}

/** What was applied, and each row that was not. */
export function ApplyResults({ type, result }: ApplyResultsProps) {
  const { errors, left, undo } = result;
  return (
    <TitledCard
      aria-label={t`Apply Results`}
      title={t`Apply Results`}
      contentClassName="grid gap-4"
    >
      <Alert tone={errors.length + left > 0 ? 'warning' : 'success'}>
        {summaryOf(type, result)}
      </Alert>
      {errors.length > 0 && <RowsTable caption={t`Rows that cannot be applied`} errors={errors} />}
      {undo && undo.changed.length + undo.created.length > 0 && <UndoApplied rows={undo} />}
    </TitledCard>
  );
}

/** "2 buildings changed, 1 created." and what was not applied; an API applies all rows or none. */
function summaryOf(type: BulkType | null, result: AppliedChanges): string {
  const { changed, created, errors, left, undo } = result;
  const noun = type === null ? (['record', 'records'] as const) : BULK_NOUNS[type];
  const isNothing = changed + created === 0 || (!undo && errors.length > 0);
  const done = [
    changed > 0 && t`${formatCount(changed, ...noun)} changed`,
    created > 0 && t`${formatCount(created, ...noun)} created`,
  ];
  const parts = [isNothing ? t`Nothing was changed.` : `${done.filter(Boolean).join(', ')}.`];
  if (!undo) return parts.join('');
  if (errors.length > 0) parts.push(t`${rows(errors.length)} failed.`);
  if (left > 0) parts.push(t`Cancelled: ${rows(left)} not applied.`);
  return parts.join(' ');
}

const rows = (count: number) => formatCount(count, 'row', 'rows');
