import { useEffect, useState, type ReactNode } from 'react';
import { t } from '~/language/texts';

export const STILL_WAITING_MS = 10_000;

interface StillWaitingProps {
  /** The call that is waited for: with another one the 10 s begin again. */
  call?: string;
  /** The actions after the text; a change has none. */
  children?: ReactNode;
}

/**
 * Reports after 10 s that there is no answer yet (docs/behaviour/errors.md). Rendered from the start of the
 * wait: a screen reader announces a text only in an existing status.
 */
export function StillWaiting({ call = '', children }: StillWaitingProps) {
  const [late, setLate] = useState<string | null>(null);
  const isLate = late === call;
  useEffect(() => {
    const timer = setTimeout(setLate, STILL_WAITING_MS, call);
    return () => clearTimeout(timer);
  }, [call]);
  return (
    <div className={isLate ? 'flex flex-wrap items-center gap-x-3 gap-y-1' : 'sr-only'}>
      <p role="status" className="text-muted">
        {isLate && t`Still waiting for an answer.`}
      </p>
      {isLate && children}
    </div>
  );
}
