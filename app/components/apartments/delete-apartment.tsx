import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, type RefObject } from 'react';
import { LazyConfirmDialog, LazyNoticeDialog } from '~/components/feedback/lazy-confirm-dialog';
import type { Apartment } from '~/contract/apartment-reading';
import { detailOr } from '~/lib/app-error';

interface DeleteApartmentProps {
  /** The apartment whose deletion is asked about, or null. */
  apartment: Apartment | null;
  remove: (id: number) => Promise<unknown>;
  /** The API has deleted it; its result is still on the screen. */
  onDeleted?: (apartment: Apartment) => void;
  /** Asked, answered and read. */
  onDone: () => void;
  /** Takes the focus when the apartment, and with it the button that was pressed, is gone. */
  focusAfter: RefObject<HTMLElement | null>;
}

interface Result {
  title: 'Success' | 'Error';
  text: string;
}

/** The delete flow of apartments (SPEC.md points 2 and 8): confirm, call, then a "Success" or "Error" dialog. */
export function DeleteApartment({
  apartment,
  remove,
  onDeleted,
  onDone,
  focusAfter,
}: DeleteApartmentProps) {
  const [result, setResult] = useState<Result | null>(null);
  const focusWhenGone = useFocusSoon(focusAfter);
  const removal = useMutation({
    mutationFn: ({ id }: { id: number; apartment: Apartment }) => remove(id),
    onSuccess: (_answer, deletion) => {
      setResult({ title: 'Success', text: 'Apartment deleted successfully!' });
      onDeleted?.(deletion.apartment);
    },
    onError: (error) =>
      setResult({ title: 'Error', text: detailOr(error, 'Failed to delete apartment.') }),
  });
  return (
    <>
      <LazyConfirmDialog
        open={apartment !== null && result === null}
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
        open={result !== null}
        title={result?.title ?? ''}
        description={result?.text ?? ''}
        onClose={() => {
          if (result?.title === 'Success') focusWhenGone();
          setResult(null);
          onDone();
        }}
      />
    </>
  );
}

/** Focuses the element after the closing dialog has given the focus back to a button that may be gone or going. */
function useFocusSoon(target: RefObject<HTMLElement | null>): () => void {
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked === 0) return undefined;
    // The dialog does its part in a timer of its own, set just before this effect runs.
    const timer = setTimeout(() => target.current?.focus());
    return () => clearTimeout(timer);
  }, [asked, target]);
  return () => setAsked((count) => count + 1);
}
