import { CircleAlert } from 'lucide-react';
import { Button } from '~/kit/ui/button';
import { t, translate } from '~/language/texts';

interface ErrorStateProps {
  text: string;
  /** Omitted if a retry cannot help. */
  onRetry?: (() => void) | undefined;
}

/** Data that could not be loaded: why, and a way to try again. */
export function ErrorState({ text, onRetry }: ErrorStateProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 rounded-lg border border-danger/40 bg-danger-soft px-5 py-4">
      <p role="alert" className="flex min-w-0 items-start gap-3 text-danger">
        <CircleAlert aria-hidden className="mt-px size-5 shrink-0" />
        <span className="min-w-0 wrap-anywhere">{translate(text)}</span>
      </p>
      {onRetry && (
        <Button variant="secondary" size="sm" onClick={onRetry}>
          {t`Retry`}
        </Button>
      )}
    </div>
  );
}
