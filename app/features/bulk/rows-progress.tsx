import { Button } from '~/components/ui/button';
import { Card, CardContent, CardFooter } from '~/components/ui/card';
import { t } from '~/lib/texts';

interface RowsProgressProps {
  /** The card's name. */
  title: string;
  /** The bar's name. */
  label: string;
  text: string;
  /** How much of it is done; unknown where this is left out. */
  done?: { rows: number; total: number };
  cancelLabel: string;
  cancelling: boolean;
  onCancel: () => void;
}

/** How far something is that takes long, and a button that ends it. */
export function RowsProgress({ title, label, text, done, ...cancel }: RowsProgressProps) {
  return (
    <Card aria-label={title}>
      <CardContent className="grid gap-2">
        <progress
          className="h-2 w-full accent-accent"
          {...(done && { max: done.total, value: done.rows })}
          aria-label={label}
        />
        <p className="text-muted tabular-nums">{text}</p>
      </CardContent>
      <CardFooter>
        <Button
          variant="secondary"
          aria-disabled={cancel.cancelling}
          onClick={() => cancel.cancelling || cancel.onCancel()}
        >
          {cancel.cancelling ? t`Cancelling...` : cancel.cancelLabel}
        </Button>
      </CardFooter>
    </Card>
  );
}
