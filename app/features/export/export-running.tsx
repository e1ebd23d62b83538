import { Button } from '~/components/ui/button';
import type { ExportProgress } from '~/contract/export';
import { formatNumber } from '~/lib/format';
import { t } from '~/lib/texts';

interface ExportRunningProps extends ExportProgress {
  onCancel: () => void;
}

/** Rows done of all rows, where their number is known. */
export function ExportRunning({ rows, total, onCancel }: ExportRunningProps) {
  const done =
    total === null ? formatNumber(rows) : t`${formatNumber(rows)} of ${formatNumber(total)}`;
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <progress
          className="h-2 w-full accent-accent"
          aria-label={t`Rows exported`}
          {...(total !== null && { max: Math.max(total, 1), value: rows })}
        />
        <p className="text-muted tabular-nums">{t`${done} rows`}</p>
      </div>
      <Button
        variant="secondary"
        className="justify-self-end"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- in place of the button that was pressed
        autoFocus
        onClick={onCancel}
      >
        {t`Cancel`}
      </Button>
    </div>
  );
}
