import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LazyConfirmDialog } from '~/components/feedback/lazy-confirm-dialog';
import { Alert } from '~/components/ui/alert';
import { Button } from '~/components/ui/button';
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '~/components/ui/table';
import type { ImportRecord, ImportUndo } from '~/contract/bulk-imports-reading';
import { bulkMutations } from '~/data/bulk/bulk.mutations';
import { bulkQueries } from '~/data/bulk/bulk.queries';
import { detailOrMessage } from '~/lib/app-error';
import { formatDateTime } from '~/lib/format';
import { BULK_TYPE_LABELS } from './bulk-types';

/** The latest imports, with undo (embedded API only). */
export function ImportHistory() {
  const imports = useQuery(bulkQueries.imports());
  const undo = useMutation(bulkMutations.undo(useQueryClient()));
  const [asked, setAsked] = useState<ImportRecord | null>(null);
  if (!imports.data || imports.data.length === 0) return null;
  return (
    <Card aria-label="Recent imports">
      <CardHeader>
        <CardTitle>Recent imports</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-4">
        {undo.isSuccess && <UndoResult undo={undo.data} />}
        {undo.isError && (
          <Alert tone="danger" role="alert">
            Undo failed: {detailOrMessage(undo.error)}
          </Alert>
        )}
        <ImportHistoryTable records={imports.data} onUndo={setAsked} />
      </CardContent>
      <LazyConfirmDialog
        open={asked !== null}
        tone="danger"
        title="Undo Import"
        description={`Are you sure you want to remove what this import created? Entries that are now in use are kept. This action cannot be undone.`}
        confirmLabel="Undo this import"
        busy={undo.isPending}
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          if (asked?.id == null || !asked.type) return;
          undo.mutate({ id: asked.id, type: asked.type }, { onSettled: () => setAsked(null) });
        }}
      />
    </Card>
  );
}

interface ImportHistoryTableProps {
  records: readonly ImportRecord[];
  onUndo: (record: ImportRecord) => void;
}

function ImportHistoryTable({ records, onUndo }: ImportHistoryTableProps) {
  return (
    <Table aria-label="Recent imports">
      <TableHead>
        <TableRow>
          <TableHeader>When</TableHeader>
          <TableHeader>Who</TableHeader>
          <TableHeader>File</TableHeader>
          <TableHeader>Type</TableHeader>
          <TableHeader className="text-right">Created</TableHeader>
          <TableHeader>Actions</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {records.map((record, index) => (
          <TableRow key={record.id ?? index}>
            <TableCell className="whitespace-nowrap tabular-nums">
              {formatDateTime(record.createdAt)}
            </TableCell>
            <TableCell>{record.createdBy ?? '-'}</TableCell>
            <TableCell className="max-w-64 truncate">{record.fileName ?? '-'}</TableCell>
            <TableCell>{record.type ? BULK_TYPE_LABELS[record.type] : '-'}</TableCell>
            <TableCell className="text-right tabular-nums">
              {record.created.toLocaleString('en-US')}
            </TableCell>
            <TableCell>
              {record.undoneAt === null ? (
                <Button variant="danger" size="sm" onClick={() => onUndo(record)}>
                  Undo this import
                </Button>
              ) : (
                <span className="text-muted">
                  Undone, {(record.removed ?? 0).toLocaleString('en-US')} removed
                </span>
              )}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function UndoResult({ undo: { removed, kept } }: { undo: ImportUndo }) {
  const entries = removed === 1 ? '1 entry' : `${removed.toLocaleString('en-US')} entries`;
  return (
    <Alert tone={kept.length > 0 ? 'warning' : 'success'} role="status">
      <p>{entries} removed.</p>
      {kept.length > 0 && (
        <ul className="mt-2 max-h-48 list-disc overflow-auto pl-5">
          {kept.map(({ id, name, reason }) => (
            <li key={id}>
              {name}: {reason}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
