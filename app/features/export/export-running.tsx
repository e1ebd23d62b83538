import { Button } from '~/components/ui/button';
import type { ExportProgress } from '~/contract/export';
import { formatNumber } from '~/lib/format';
import { t } from '~/lib/texts';
import { useFocusOnMount } from './use-focus-on-mount';

interface ExportRunningProps {
  progress: ExportProgress;
  onCancel: () => void;
}

/** Rows done of all rows, where their number is known. */
export function ExportRunning({ progress: { rows, total }, onCancel }: ExportRunningProps) {
  const cancel = useFocusOnMount(true);
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
      <Button ref={cancel} variant="secondary" className="justify-self-end" onClick={onCancel}>
        {t`Cancel`}
      </Button>
    </div>
  );
}
