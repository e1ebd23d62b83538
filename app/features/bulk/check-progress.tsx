import { useEffect, useState } from 'react';
import type { CheckProgress } from '~/data/bulk/review-file';
import { formatNumber } from '~/lib/format';
import { t } from '~/lib/texts';
import { RowsProgress } from './rows-progress';

/** What is shorter needs no bar. */
const SHOWN_AFTER_MS = 1_000;

interface CheckingFileProps {
  progress: CheckProgress | null;
  onCancel: () => void;
}

/** A check of a file that takes longer than a second: how far it is, and Cancel. Nothing has been written. */
export function CheckingFile({ progress, onCancel }: CheckingFileProps) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setShown, SHOWN_AFTER_MS, true);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return null;
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
