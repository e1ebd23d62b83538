import { useEffect, useRef } from 'react';
import { lazyModule, useLazyModule } from '~/components/feedback/lazy-module';
import { toast } from '~/components/feedback/toast';
import type { Apartment } from '~/contract/apartment-reading';

const dialog = lazyModule(() => import('./edit-apartment'));

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
  const { module, failed } = useLazyModule(dialog, open);
  const closeNow = useRef(onClose);
  useEffect(() => {
    closeNow.current = onClose;
  }, [onClose]);
  useEffect(() => {
    if (!failed || !open) return;
    toast.error('The form could not be loaded. Check your connection and try again.');
    closeNow.current();
  }, [failed, open]);
  return module ? (
    <module.EditApartment apartment={apartment} onClose={onClose} onClosed={onClosed} />
  ) : null;
}
