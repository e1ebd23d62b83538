import { useMutation } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import { LazyConfirmDialog, LazyNoticeDialog } from '~/components/feedback/lazy-confirm-dialog';
import type { Apartment } from '~/contract/apartment-reading';
import { detailOr } from '~/lib/app-error';

interface DeleteApartmentProps {
  /** The apartment whose deletion is asked about, or null. */
  apartment: Apartment | null;
  remove: (id: number) => Promise<unknown>;
  /** The API has deleted it; its result is still on the screen. */
  onDeleted?: (apartment: Apartment) => void;
  /** The flow is over: cancelled, or its result was read. */
  onDone: () => void;
  /** Gets the focus when the deleted apartment's button no longer exists. */
  focusAfter: RefObject<HTMLElement | null>;
}

/** The outcome; the dialog keeps showing it while it closes. */
interface Result {
  open: boolean;
  title: 'Success' | 'Error';
  text: string;
}

/** The delete flow of apartments: confirm, call, then a "Success" or "Error" dialog (docs/behaviour.md, "Apartments"). */
export function DeleteApartment({
  apartment,
  remove,
  onDeleted,
  onDone,
  focusAfter,
}: DeleteApartmentProps) {
  const [result, setResult] = useState<Result | null>(null);
  const removal = useMutation({
    mutationFn: ({ id }: { id: number; apartment: Apartment }) => remove(id),
    onSuccess: (_answer, deletion) => {
      setResult({ open: true, title: 'Success', text: 'Apartment deleted successfully!' });
      onDeleted?.(deletion.apartment);
    },
    onError: (error) =>
      setResult({
        open: true,
        title: 'Error',
        text: detailOr(error, 'Failed to delete apartment.'),
      }),
  });
  return (
    <>
      <LazyConfirmDialog
        open={apartment !== null && !result?.open}
        title="Delete Apartment"
        description="Are you sure you want to delete this apartment? This action cannot be undone."
        confirmLabel="Delete"
        cancelLabel="Cancel"
        tone="danger"
        busy={removal.isPending}
        onCancel={onDone}
        onConfirm={() => {
          if (apartment?.id != null) removal.mutate({ id: apartment.id, apartment });
        }}
      />
      <LazyNoticeDialog
        open={result?.open ?? false}
        title={result?.title ?? ''}
        description={result?.text ?? ''}
        returnFocusTo={result?.title === 'Success' ? focusAfter : undefined}
        onClose={() => {
          setResult((closing) => closing && { ...closing, open: false });
          onDone();
        }}
      />
    </>
  );
}
