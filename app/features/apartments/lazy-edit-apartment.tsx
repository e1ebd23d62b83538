import { lazyModule } from '~/components/feedback/lazy-module';
import { useLazyDialog } from '~/components/feedback/use-lazy-dialog';
import type { Apartment } from '~/contract/apartment-reading';

const source = lazyModule(() => import('./edit-apartment'));

interface LazyEditApartmentProps {
  /** The apartment being edited, or null. */
  apartment: Apartment | null;
  onClose: () => void;
  /** The dialog has closed; restore the focus. */
  onClosed: () => void;
}

/** EditApartment, loaded when the browser is idle, at the latest when it opens: forms are larger than the list. */
export function LazyEditApartment({ apartment, onClose, onClosed }: LazyEditApartmentProps) {
  const open = apartment !== null;
  const form = useLazyDialog({ source, open, dismiss: onClose, name: 'form' });
  return form && <form.EditApartment apartment={apartment} onClose={onClose} onClosed={onClosed} />;
}
