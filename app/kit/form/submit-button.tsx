import { use } from 'react';
import { StillWaiting } from '~/kit/feedback/still-waiting';
import { Button } from '~/kit/ui/button';
import { ReadOnlyContext, useFormContext } from './form-context';

interface SubmitButtonProps {
  label: string;
  busyLabel: string;
}

/** Submits the form. Disabled only during and after sending: a press on an invalid form shows its errors. */
export function SubmitButton({ label, busyLabel }: SubmitButtonProps) {
  const form = useFormContext();
  const isReadOnly = use(ReadOnlyContext);
  return (
    <form.Subscribe selector={(state) => state.isSubmitting}>
      {(isSubmitting) => (
        <>
          <Button type="submit" disabled={isSubmitting || isReadOnly}>
            {isSubmitting ? busyLabel : label}
          </Button>
          {isSubmitting && <StillWaiting />}
        </>
      )}
    </form.Subscribe>
  );
}
