import { createContext, useContext } from 'react';
import { Button } from '~/kit/ui/button';
import { t } from '~/language/texts';
import { mayI } from '~/rpc/own-rights';
import type { RestoreTarget } from './restore-targets';

/** Opens the restore dialog; undefined if nothing can be restored. */
export const AskToRestore = createContext<((target: RestoreTarget) => void) | undefined>(undefined);

interface RestoreButtonProps {
  /** The name of the target is part of the button's accessible name. */
  target: RestoreTarget | null | undefined;
  label?: string;
  className?: string;
}

export function RestoreButton({ target, label = t`Restore`, className }: RestoreButtonProps) {
  const ask = useContext(AskToRestore);
  if (!ask || !target || !mayI('write')) return null;
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
