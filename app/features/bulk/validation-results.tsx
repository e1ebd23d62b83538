import { Badge } from '~/components/ui/badge';
import { Button } from '~/components/ui/button';
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from '~/components/ui/card';
import type { BulkValidation } from '~/contract/bulk-reading';
import { RowsTable } from './rows-table';

interface ValidationResultsProps {
  validation: BulkValidation;
  creating: boolean;
  /** The rows were created: there is nothing left to press. */
  created: boolean;
  onCreate(): void;
}

/** What validation found, and the way to create what is valid. */
export function ValidationResults({
  validation: { validRows, invalidRows },
  creating,
  created,
  onCreate,
}: ValidationResultsProps) {
  return (
    <Card aria-label="Validation Results">
      <CardHeader>
        <CardTitle>Validation Results</CardTitle>
        <p role="status" className="flex gap-2">
          <Badge tone={validRows.length > 0 ? 'success' : 'neutral'}>
            {count(validRows, 'valid')}
          </Badge>
          <Badge tone={invalidRows.length > 0 ? 'danger' : 'neutral'}>
            {count(invalidRows, 'invalid')}
          </Badge>
        </p>
      </CardHeader>
      <CardContent className="grid gap-6">
        {invalidRows.length > 0 && (
          <section className="grid gap-2">
            <h3 className="font-medium">Invalid rows</h3>
            <RowsTable
              caption="Invalid rows"
              rows={invalidRows.map(({ row }) => row)}
              errorOf={(index) => invalidRows[index]?.error ?? ''}
            />
          </section>
        )}
        {validRows.length > 0 && (
          <section className="grid gap-2">
            <h3 className="font-medium">Preview of valid rows</h3>
            <RowsTable caption="Preview of valid rows" rows={validRows} />
          </section>
        )}
        {validRows.length === 0 && (
          <p className="text-muted">No row of this file can be created.</p>
        )}
      </CardContent>
      {validRows.length > 0 && !created && (
        <CardFooter>
          <Button aria-disabled={creating} onClick={() => creating || onCreate()}>
            {creating ? 'Creating...' : 'Create Entries for Valid Rows'}
          </Button>
        </CardFooter>
      )}
    </Card>
  );
}

function count(rows: readonly unknown[], word: string): string {
  return `${rows.length.toLocaleString('en-US')} ${word}`;
}
