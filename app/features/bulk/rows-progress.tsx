import { Button } from '~/components/ui/button';
import { Card, CardContent, CardFooter } from '~/components/ui/card';
import { formatNumber } from '~/lib/format';
import { t } from '~/lib/texts';

interface RowsProgressProps {
  /** The card's name. */
  title: string;
  /** The bar's name. */
  label: string;
  /** How much of it is done: a number of all rows, or a text where theirs is not known. */
  done: { rows: number; total: number } | string;
  cancelLabel?: string;
  cancelling: boolean;
  onCancel: () => void;
}

/** How far something is that takes long, and a button that ends it. */
export function RowsProgress(props: RowsProgressProps) {
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
        <Button
          variant="secondary"
          aria-disabled={cancelling}
          onClick={() => cancelling || onCancel()}
        >
          {cancelling ? t`Cancelling...` : cancelLabel}
        </Button>
      </CardFooter>
    </Card>
  );
}
