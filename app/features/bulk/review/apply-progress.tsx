import { useSyncExternalStore } from 'react';
import { formatNumber } from '~/lib/format';
import { t } from '~/lib/texts';
import { ImportProgress } from '../import-progress';
import { RowsProgress } from '../rows-progress';
import type { DoneRows } from './done-rows';

interface PanelProgressProps {
  total: number;
  done: DoneRows;
  cancelling: boolean;
  cancel: () => void;
}

interface ApplyProgressProps extends PanelProgressProps {
  /** Of an import that the API runs, which reports its progress; null where this panel applies the rows. */
  importKey: string | null;
}

/** Rows that are being applied. Cancel rolls an import back; of rows applied one by one it keeps back those not begun. */
export function ApplyProgress({ importKey, total, ...running }: ApplyProgressProps) {
  if (importKey === null) return <PanelProgress total={total} {...running} />;
  return <ImportProgress importKey={importKey} total={total} label={t`Rows applied`} />;
}

function PanelProgress({ total, done, ...running }: PanelProgressProps) {
  const rows = useSyncExternalStore(done.subscribe, done.rows, done.rows);
  return (
    <RowsProgress
      title={t`Import progress`}
      label={t`Rows applied`}
      text={t`${formatNumber(rows)} of ${formatNumber(total)} rows`}
      done={{ rows, total }}
      cancelLabel={t`Cancel`}
      cancelling={running.cancelling}
      onCancel={running.cancel}
    />
  );
}
