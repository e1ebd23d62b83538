import { createContext, useContext } from 'react';
import { Button } from '~/components/ui/button';
import { t } from '~/lib/texts';
import type { RestoreTarget } from './restore-targets';

/** Asks before something is restored; undefined where nothing can be. */
export const AskToRestore = createContext<((target: RestoreTarget) => void) | undefined>(undefined);

interface RestoreButtonProps {
  /** Its name is part of the button's for a screen reader. */
  target: RestoreTarget | null | undefined;
  label?: string;
  className?: string;
}

export function RestoreButton({ target, label = t`Restore`, className }: RestoreButtonProps) {
  const ask = useContext(AskToRestore);
  if (!ask || !target) return null;
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={`${label} ${target.text}`}
      className={className}
      onClick={() => ask(target)}
    >
      {label}
    </Button>
  );
}
