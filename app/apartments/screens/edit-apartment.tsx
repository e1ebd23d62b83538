import type { AnyFormApi } from '@tanstack/react-form';
import { useRef } from 'react';
import { ClosingApartmentForm } from '~/apartments/screens/form/closing-apartment-form';
import { DialogWindow } from '~/kit/ui/dialog';
import type { Apartment } from '~/apartments/fields';
import { useApartmentEdit } from '~/apartments/queries';
import { t } from '~/language/texts';

interface EditApartmentProps {
  apartment: Apartment | null;
  onClose: () => void;
  /** Called after the dialog has closed, to restore the focus. */
  onClosed: () => void;
}

/** The edit dialog of an apartment's card. It has the form and the texts of the building page. */
export function EditApartment({ apartment, onClose, onClosed }: EditApartmentProps) {
  const id = apartment?.id;
  return (
    <DialogWindow
      open={apartment !== null}
      title={t`Edit Apartment ${apartment?.apartment_number ?? ''}`}
      titleClass="mb-5 pr-10"
      className="max-w-3xl"
      onClose={onClose}
      onCloseAutoFocus={onClosed}
      // A click outside must not discard input.
      onInteractOutside={(event) => event.preventDefault()}
    >
      {apartment && id != null && <EditForm row={apartment} id={id} onClose={onClose} />}
    </DialogWindow>
  );
}

interface EditFormProps {
  row: Apartment;
  id: number;
  onClose: () => void;
}

function EditForm({ row, id, onClose }: EditFormProps) {
  const form = useRef<AnyFormApi>(null);
  const { stored, ...calls } = useApartmentEdit(row, id);
  return (
    <ClosingApartmentForm
      {...calls}
      handle={form}
      apartment={stored}
      onClose={onClose}
      // Cancel is deliberate and closes at once. Escape and the close button may be accidental, so they ask
      // first.
      onCancel={() => form.current?.state.isSubmitting || onClose()}
    />
  );
}
