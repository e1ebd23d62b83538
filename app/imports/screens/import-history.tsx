import { Alert } from '~/kit/ui/alert';
import { formatCount, formatDateTime, formatNumber } from '~/language/format';
import { t, translate } from '~/language/texts';
import { mayI } from '~/rpc/own-rights';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '~/kit/feedback/confirm-dialog';
import { Button } from '~/kit/ui/button';
import { NamedCard } from '~/kit/ui/card';
import { Table, TableCell, TableRow } from '~/kit/ui/table';
import type { BulkImport } from '~/imports/schema';
import { embeddedQuery } from '~/rpc/queries';
import { useEmbeddedChange } from '~/rpc/use-embedded-change';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { BULK_TYPE_TEXTS } from './bulk-files';

interface Undo {
  removed: number;
  /** Number of records that got their old values back. */
  restored?: number | undefined;
  kept: ReadonlyArray<{ id: number | null; name: string; reason: string }>;
}

/** Lists the number of removed records and the names of kept ones. */
export function UndoResult({ undo: { removed, restored = 0, kept } }: { undo: Undo }) {
  return (
    <Alert tone={kept.length > 0 ? 'warning' : 'success'}>
      <p>{t`${entries(removed)} removed.`}</p>
      {restored > 0 && <p>{t`${entries(restored)} restored.`}</p>}
      {kept.length > 0 && (
        <ul className="mt-2 max-h-48 list-disc overflow-auto pl-5">
          {kept.map(({ id, name, reason }) => (
            <li key={id}>{`${name}: ${translate(reason)}`}</li>
          ))}
        </ul>
      )}
    </Alert>
  );
}

const entries = (count: number) => formatCount(count, 'entry', 'entries');

export interface UndoneImport {
  id: number;
  /** Nothing that it had created was kept. */
  isWhole: boolean;
}

/** The latest imports, with undo (embedded API only). */
export function ImportHistory({ onUndone }: { onUndone?: (undone: UndoneImport) => void }) {
  const imports = useQuery(embeddedQuery('bulkImports.list', {}));
  const undo = useEmbeddedChange('bulkImports.undo');
  /** The import whose undo awaits confirmation. */
  const [record, setRecord] = useState<BulkImport | null>(null);
  const mayWrite = mayI('write');
  if (!imports.data || imports.data.length === 0) return null;
  return (
    <NamedCard title={t`Recent imports`} contentClassName="grid gap-4">
      {undo.isSuccess && <UndoResult undo={undo.data} />}
      {undo.isError && (
        <Alert tone="danger">{t`Undo failed: ${detailOrMessage(undo.error)}`}</Alert>
      )}
      <Table
        aria-label={t`Recent imports`}
        headings={[
          t`When`,
          t`Who`,
          t`File`,
          t`Type`,
          { number: t`Created` },
          { number: t`Changed` },
          ...(mayWrite ? [t`Actions`] : []),
        ]}
      >
        {imports.data.map((one) => (
          <TableRow key={one.id}>
            <TableCell className="whitespace-nowrap tabular-nums">
              {formatDateTime(one.created_at)}
            </TableCell>
            <TableCell>{one.created_by ?? '-'}</TableCell>
            <TableCell className="max-w-64 truncate">
              <span>{one.file_name ?? '-'}</span>
              {one.reason && <p className="truncate text-muted">{one.reason}</p>}
            </TableCell>
            <TableCell>{translate(BULK_TYPE_TEXTS[one.type].label)}</TableCell>
            <TableCell className="text-right tabular-nums">{formatNumber(one.created)}</TableCell>
            <TableCell className="text-right tabular-nums">
              {formatNumber(one.changed ?? 0)}
            </TableCell>
            {mayWrite && (
              <TableCell>
                <UndoCell record={one} onPress={() => setRecord(one)} />
              </TableCell>
            )}
          </TableRow>
        ))}
      </Table>
      <ConfirmDialog
        open={record !== null}
        {...(record && isUndone(record) ? removeChanged() : undoOf(record))}
        busy={undo.isPending}
        onCancel={() => setRecord(null)}
        onConfirm={() => {
          if (!record) return;
          const { id } = record;
          const query = { include_changed: isUndone(record) ? 'true' : 'false' } as const;
          undo.mutate(
            { id, query },
            {
              onSuccess: ({ kept }) => onUndone?.({ id, isWhole: kept.length === 0 }),
              onSettled: () => setRecord(null),
            },
          );
        }}
      />
    </NamedCard>
  );
}

/** True if an import was undone. Another undo can remove the records that the first one kept. */
const isUndone = ({ undone_at }: BulkImport) => undone_at !== null;

const undoOf = (record: BulkImport | null) => ({
  title: t`Undo Import`,
  description: record ? undoText(record) : '',
  confirmLabel: t`Undo this import`,
});

/** Describes an undo. It mentions created and changed records only if there are any. */
function undoText({ type, created, changed }: BulkImport): string {
  const some = (count: number) => formatCount(count, ...BULK_TYPE_TEXTS[type].noun);
  const back = changed ? t`Put back the earlier values of ${some(changed)}?` : '';
  if (created === 0) return t`${back} Values changed since then stay.`;
  const removed = t`Remove ${some(created)} created by this import?`;
  const kept = t`What was changed since or is in use stays. This action cannot be undone.`;
  return [removed, back, kept].filter((part) => part !== '').join(' ');
}

const removeChanged = () => ({
  title: t`Remove Changed Entries`,
  description: t`Are you sure you want to remove what was kept of this import, with all later changes, and with the apartments, invitations and images that were added? Entries that users are associated with are kept. This action cannot be undone.`,
  confirmLabel: t`Remove changed entries`,
});

function UndoCell({ record, onPress }: { record: BulkImport; onPress: () => void }) {
  const removed = record.removed ?? 0;
  const button = (
    <Button variant="danger" size="sm" onClick={onPress}>
      {isUndone(record) ? t`Remove changed entries` : t`Undo this import`}
    </Button>
  );
  if (!isUndone(record)) return button;
  return (
    <span className="flex items-center gap-2 text-muted">
      <span>{t`Undone, ${formatNumber(removed)} removed`}</span>
      {removed < record.created && button}
    </span>
  );
}
