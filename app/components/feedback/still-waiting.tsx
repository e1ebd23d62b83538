import { hashKey, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '~/components/ui/button';

export const STILL_WAITING_MS = 10_000;

interface StillWaitingProps {
  /** The query that is waited for, which Cancel ends; a change has none. */
  queryKey?: QueryKey | undefined;
}

/**
 * Says after 10 s that there is no answer yet (docs/behaviour.md, "Waiting"). Rendered while something is pending: the
 * empty status is there before its text, so that a screen reader announces it.
 */
export function StillWaiting({ queryKey }: StillWaitingProps) {
  const isLate = useIsLate(queryKey ? hashKey(queryKey) : '');
  return (
    <div className={isLate ? 'flex flex-wrap items-center gap-x-3 gap-y-1' : 'sr-only'}>
      <p role="status" className="text-muted">
        {isLate && 'Still waiting for an answer.'}
      </p>
      {isLate && queryKey && <CancelQuery queryKey={queryKey} />}
    </div>
  );
}

/** Whether the same call has been pending for 10 s. */
function useIsLate(call: string): boolean {
  const [late, setLate] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(setLate, STILL_WAITING_MS, call);
    return () => clearTimeout(timer);
  }, [call]);
  return late === call;
}

/** The query becomes an error, which the screen shows with Retry. */
function CancelQuery({ queryKey }: { queryKey: QueryKey }) {
  const client = useQueryClient();
  const cancel = () => void client.cancelQueries({ queryKey, exact: true }, { revert: false });
  return (
    <Button variant="secondary" size="sm" onClick={cancel}>
      Cancel
    </Button>
  );
}
