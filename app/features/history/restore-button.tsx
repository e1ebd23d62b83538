import { Button } from '~/components/ui/button';
import { t } from '~/lib/texts';

interface RestoreButtonProps {
  /** What it restores: part of its name for a screen reader. */
  of: string;
  label?: string;
  className?: string;
  onClick: () => void;
}

export function RestoreButton({ of, label = t`Restore`, className, onClick }: RestoreButtonProps) {
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={`${label} ${of}`}
      className={className}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
