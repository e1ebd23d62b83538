import { useId, useState, type ComponentProps } from 'react';
import { ConfirmDelete, type ConfirmDeleteProps } from '~/kit/feedback/confirm-delete';
import { Button } from '~/kit/ui/button';
import { firstPress } from '~/kit/ui/first-press';

interface RowButtonProps extends Pick<ComponentProps<typeof Button>, 'variant'> {
  label: string;
  /** The record of the row: the button's description, as its name is the same in every row. */
  about: string;
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
        onClick={firstPress(onPress)}
      >
        {label}
      </Button>
    </>
  );
}

interface RowRemovalProps<T extends { id: number }> extends Omit<ConfirmDeleteProps<T>, 'onDone'> {
  record: T;
  about: string;
  confirmLabel: string;
  /** Text of the row's button if it differs from the question's. */
  label?: string | undefined;
}

/** A button that removes the record of its row, after a question. */
export function RowRemoval<T extends { id: number }>(props: RowRemovalProps<T>) {
  const { record, about, label = props.confirmLabel, ...flow } = props;
  const [asked, setAsked] = useState<T | null>(null);
  return (
    <>
      <RowButton label={label} about={about} variant="danger" onPress={() => setAsked(record)} />
      <ConfirmDelete {...flow} record={asked} onDone={() => setAsked(null)} />
    </>
  );
}
