import { Alert } from '~/components/ui/alert';
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card';
import type { BulkApplication } from '~/contract/bulk-review-reading';
import { formatNumber } from '~/lib/format';
import { RowsTable } from '../rows-table';

/** What was applied; nothing, where a row could not be. */
export function ApplyResults({ result }: { result: BulkApplication }) {
  const { changed, created, errors } = result;
  return (
    <Card aria-label="Apply Results">
      <CardHeader>
        <CardTitle>Apply Results</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-4">
        <Alert role="status" tone={errors.length > 0 ? 'warning' : 'success'}>
          {errors.length > 0
            ? 'Nothing was changed.'
            : `${entries(changed)} changed, ${entries(created)} created.`}
        </Alert>
        {errors.length > 0 && (
          <RowsTable
            caption="Rows that cannot be applied"
            rows={errors.map(({ row }) => row)}
            errorOf={(index) => errors[index]?.error ?? ''}
          />
        )}
      </CardContent>
    </Card>
  );
}

function entries(count: number): string {
  return count === 1 ? '1 entry' : `${formatNumber(count)} entries`;
}
