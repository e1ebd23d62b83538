import { use } from 'react';
import { StillWaiting } from '~/kit/feedback/query-state';
import { Button } from '~/kit/ui/button';
import { MaySaveContext, ReadOnlyContext, SavedContext, useFormContext } from './field-frame';
import { Alert } from '~/kit/ui/alert';
import { t } from '~/language/texts';

/**
 * Submits the form. Absent for people who may only propose. It is disabled only during and after sending,
 * so that clicking it on an invalid form shows the errors.
 */
export function SubmitButton({ label, busyLabel }: { label: string; busyLabel: string }) {
  const form = useFormContext();
  const isReadOnly = use(ReadOnlyContext);
  const isSaved = use(SavedContext);
  if (!use(MaySaveContext)) return null;
  return (
    <form.Subscribe selector={(state) => state.isSubmitting}>
      {(isSubmitting) => (
        <>
          <Button type="submit" disabled={isSubmitting || isReadOnly}>
            {isSubmitting ? busyLabel : label}
          </Button>
          {isSubmitting && <StillWaiting />}
          {isSaved !== undefined && (
            <span role="status" className="self-center text-sm font-medium text-success">
              {isSaved && t`Saved`}
            </span>
          )}
        </>
      )}
    </form.Subscribe>
  );
}

/** The server's error about the whole form. Renders nothing for null. */
export function FormError({ message }: { message: string | null }) {
  return message === null ? null : <Alert tone="danger">{message}</Alert>;
}
