import { Alert } from '~/components/ui/alert';
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card';
import type { BulkCreation } from '~/contract/bulk-reading';
import { formatCount } from '~/lib/format';
import { RowsTable } from './rows-table';

interface CreationResultsProps {
  creation: BulkCreation;
  /** Shown where the file itself is no longer on the screen. */
  fileName?: string;
}

/** The result of creation: how many entries were created, and which rows were rejected. */
export function CreationResults({ creation: { created, errors }, fileName }: CreationResultsProps) {
  return (
    <Card aria-label="Creation Results">
      <CardHeader>
        <CardTitle>Creation Results</CardTitle>
        {fileName && <p className="text-muted">{fileName}</p>}
      </CardHeader>
      <CardContent className="grid gap-4">
        <Alert role="status" tone={errors.length > 0 ? 'warning' : 'success'}>
          {created === 0
            ? 'No entries were created.'
            : `${formatCount(created, 'entry', 'entries')} created.`}
        </Alert>
        {errors.length > 0 && (
          <RowsTable
            caption="Rows that were not created"
            rows={errors.map(({ row }) => row)}
            errorOf={(index) => errors[index]?.error ?? ''}
          />
        )}
      </CardContent>
    </Card>
  );
}
