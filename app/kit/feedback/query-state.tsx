import { hashKey, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '~/kit/ui/button';
import { t, translate } from '~/language/texts';
import { StillWaiting } from './still-waiting';

interface LoadingStateProps {
  text: string;
  queryKey: QueryKey;
  children?: ReactNode;
}

/** Pending data: the loading text, and skeletons instead of a blank page. */
export function LoadingState({ text, queryKey, children }: LoadingStateProps) {
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p role="status" className="text-muted">
          {translate(text)}
        </p>
        <WaitingForQuery queryKey={queryKey} />
      </div>
      {children && <div aria-hidden>{children}</div>}
    </div>
  );
}

interface EmptyStateProps {
  title: string;
  description?: string | undefined;
  action?: ReactNode;
}

/** A list without entries: what that means and what to do next. */
export function EmptyState({ title, description, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-1 px-5 py-10 text-center">
      <Inbox aria-hidden className="mb-2 size-7 text-muted" strokeWidth={1.5} />
      <p className="font-medium">{translate(title)}</p>
      {description && <p className="max-w-md text-muted">{translate(description)}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}

/** Reports after 10 s that a query is pending (docs/behaviour/errors.md). Cancel makes it an error. */
export function WaitingForQuery({ queryKey }: { queryKey: QueryKey }) {
  const client = useQueryClient();
  const cancel = () => void client.cancelQueries({ queryKey, exact: true }, { revert: false });
  return (
    <StillWaiting call={hashKey(queryKey)}>
      <Button variant="secondary" size="sm" onClick={cancel}>
        {t`Cancel`}
      </Button>
    </StillWaiting>
  );
}
