import { useStore } from '~/lib/store';
import { t } from '~/lib/texts';
import { RowsProgress } from '../rows-progress';
import type { useRunningRows } from './running-rows';

type Running = Omit<ReturnType<typeof useRunningRows>, 'begin'>;

/** Rows that this panel applies one by one: Cancel keeps back those not begun. */
export function ApplyProgress({ total, done, cancelling, cancel }: Running & { total: number }) {
  const rows = useStore(done);
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
