import { useId, type ComponentProps } from 'react';
import { Button } from '~/components/ui/button';
import { firstPress } from '~/lib/first-press';

interface RowButtonProps extends Pick<ComponentProps<typeof Button>, 'variant'> {
  label: string;
  /** The record of the row: the button's description, as its name is the same in every row. */
  about: string;
  /** The action that was pressed is under way. */
  busy?: boolean;
  onPress: () => void;
}

/** A button that does something with the record of its row. */
export function RowButton({
  label,
  about,
  variant = 'secondary',
  busy = false,
  onPress,
}: RowButtonProps) {
  const describedBy = useId();
  return (
    <>
      <span id={describedBy} hidden>
        {about}
      </span>
      <Button
        variant={variant}
        size="sm"
        aria-describedby={describedBy}
        aria-disabled={busy}
        onClick={firstPress(() => {
          if (!busy) onPress();
        })}
      >
        {label}
      </Button>
    </>
  );
}
