import { Alert } from '~/components/ui/alert';
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card';
import type { AppliedChanges } from '~/data/bulk/bulk.mutations';
import { formatCount } from '~/lib/format';
import { RowsTable } from '../rows-table';
import { UndoApplied } from './undo-applied';

/** What was applied, and each row that was not. */
export function ApplyResults({ result }: { result: AppliedChanges }) {
  const { errors, left, undo } = result;
  return (
    <Card aria-label="Apply Results">
      <CardHeader>
        <CardTitle>Apply Results</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-4">
        <Alert role="status" tone={errors.length + left > 0 ? 'warning' : 'success'}>
          {summaryOf(result)}
        </Alert>
        {errors.length > 0 && (
          <RowsTable
            caption="Rows that cannot be applied"
            rows={errors.map(({ row }) => row)}
            errorOf={(index) => errors[index]?.error ?? ''}
          />
        )}
        {undo && undo.changed.length + undo.created.length > 0 && <UndoApplied rows={undo} />}
      </CardContent>
    </Card>
  );
}

/** "2 entries changed, 1 entry created." and what was not applied; an API applies all rows or none. */
function summaryOf({ changed, created, errors, left, undo }: AppliedChanges): string {
  if (!undo && errors.length > 0) return 'Nothing was changed.';
  const parts = [`${entries(changed)} changed, ${entries(created)} created.`];
  if (errors.length > 0) parts.push(`${rows(errors.length)} failed.`);
  if (left > 0) parts.push(`Cancelled: ${rows(left)} not applied.`);
  return parts.join(' ');
}

const entries = (count: number) => formatCount(count, 'entry', 'entries');
const rows = (count: number) => formatCount(count, 'row', 'rows');
