import { formatNumber } from '~/lib/format';
import { ImportProgress } from '../import-progress';
import { RowsProgress } from '../rows-progress';

interface ApplyProgressProps {
  /** Of an import that the API runs, which reports its progress; null where this panel applies the rows. */
  importKey: string | null;
  total: number;
  done: number;
  cancelling: boolean;
  cancel: () => void;
}

/** Rows that are being applied. Cancel rolls an import back; of rows applied one by one it keeps back those not begun. */
export function ApplyProgress({ importKey, total, done, ...running }: ApplyProgressProps) {
  if (importKey !== null) {
    return <ImportProgress importKey={importKey} total={total} label="Rows applied" />;
  }
  return (
    <RowsProgress
      title="Import progress"
      label="Rows applied"
      text={`${formatNumber(done)} of ${formatNumber(total)} rows`}
      done={{ rows: done, total }}
      cancelLabel="Cancel"
      cancelling={running.cancelling}
      onCancel={running.cancel}
    />
  );
}
