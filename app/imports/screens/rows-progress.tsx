import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '~/kit/ui/button';
import { Card, CardContent, CardFooter } from '~/kit/ui/card';
import { bulkQueries } from '~/imports/queries';
import type { CheckProgress } from '~/imports/request-review';
import { useEmbeddedChange } from '~/rpc/use-embedded-change';
import { formatNumber } from '~/language/format';
import { createAtom, useSelector } from '@tanstack/react-store';
import { t } from '~/language/texts';

interface RowsProgressProps {
  title: string;
  label: string;
  /** Completed rows of all rows, or a text if the total is unknown. */
  done: { rows: number; total: number } | string;
  cancelLabel?: string;
  cancelling: boolean;
  onCancel: () => void;
}

/** Progress of a long task, with a button to cancel it. */
function RowsProgress(props: RowsProgressProps) {
  const { title, label, done, cancelLabel = t`Cancel`, cancelling, onCancel } = props;
  const rows = typeof done === 'string' ? null : done;
  return (
    <Card aria-label={title}>
      <CardContent className="grid gap-2">
        <progress
          className="h-2 w-full accent-accent"
          {...(rows && { max: rows.total, value: rows.rows })}
          aria-label={label}
        />
        <p className="text-muted tabular-nums">
          {typeof done === 'string'
            ? done
            : t`${formatNumber(done.rows)} of ${formatNumber(done.total)} rows`}
        </p>
      </CardContent>
      <CardFooter>
        <Button variant="secondary" aria-disabled={cancelling} onClick={onCancel}>
          {cancelling ? t`Cancelling...` : cancelLabel}
        </Button>
      </CardFooter>
    </Card>
  );
}

/** A check shows its bar only after this time. */
const SHOWN_AFTER_MS = 1_000;

interface CheckingFileProps {
  progress: CheckProgress | null;
  onCancel: () => void;
}

/** Progress of a file check that takes longer than a second, with Cancel. Nothing has been written yet. */
export function CheckingFile({ progress, onCancel }: CheckingFileProps) {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setVisible, SHOWN_AFTER_MS, true);
    return () => clearTimeout(timer);
  }, []);
  if (!visible) return null;
  return (
    <RowsProgress
      title={t`Validation progress`}
      label={t`Reading the file`}
      done={checkText(progress)}
      cancelling={false}
      onCancel={onCancel}
    />
  );
}

/** "1,200 rows compared" */
function checkText(progress: CheckProgress | null): string {
  if (!progress || progress.phase === 'sending') return t`The file is sent and read`;
  const rows = formatNumber(progress.rows);
  return progress.phase === 'listing' ? t`${rows} records read` : t`${rows} rows compared`;
}

interface ImportProgressProps {
  importKey: string;
  total: number;
  label?: string;
}

/** Progress of a long import in rows, and a Cancel that rolls everything back. */
export function ImportProgress({ importKey, total, label = t`Rows created` }: ImportProgressProps) {
  const progress = useQuery(bulkQueries.progress(importKey));
  const cancel = useEmbeddedChange('bulkImports.cancel');
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

/** State of changes that the panel makes row by row. Cancel and leaving the screen stop them. */
export function useRunningRows() {
  const running = useRef<AbortController | null>(null);
  // Only the progress bar reads this, so that a long screen is not rendered for each row.
  const [done] = useState(() => createAtom(0));
  const [cancelling, setCancelling] = useState(false);
  useEffect(() => () => running.current?.abort(), []);
  return {
    done,
    cancelling,
    /** Starts a run. Returns the signal that stops it, and the listener to its progress. */
    begin: () => {
      const { signal } = (running.current = new AbortController());
      done.set(0);
      setCancelling(false);
      return { signal, onProgress: done.set };
    },
    cancel: () => {
      running.current?.abort();
      setCancelling(true);
    },
  };
}

type Running = Omit<ReturnType<typeof useRunningRows>, 'begin'>;

/** Progress of rows that this panel applies itself. Cancel stops before the next row. */
export function ApplyProgress({ total, done, cancelling, cancel }: Running & { total: number }) {
  const rows = useSelector(done);
  return (
    <RowsProgress
      title={t`Import progress`}
      label={t`Rows applied`}
      done={{ rows, total }}
      cancelling={cancelling}
      onCancel={cancel}
    />
  );
}
