import { LoaderCircle } from 'lucide-react';
import { cn } from '~/lib/cn';

/** A turning ring beside a text that says what goes on. */
export function Spinner({ className }: { className?: string | undefined }) {
  return <LoaderCircle aria-hidden className={cn('size-4 animate-spin', className)} />;
}
