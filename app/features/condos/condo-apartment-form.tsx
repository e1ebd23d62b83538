import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ApartmentForm } from '~/components/apartments/apartment-form';
import { LazyNoticeDialog } from '~/components/feedback/lazy-confirm-dialog';
import { toast } from '~/components/feedback/toast';
import type { ApartmentCreate } from '~/contract/apartment';
import type { Apartment } from '~/contract/apartment-reading';
import { apartmentMutations } from '~/data/apartments/apartments.mutations';
import { detailOr } from '~/lib/app-error';

interface CondoApartmentFormProps {
  condoId: number;
  /** The apartment being edited, or null for a new one. */
  apartment: Apartment | null;
  /** Saved or cancelled. */
  onClose: () => void;
}

/** The inline create or edit form of a building's apartments. An error keeps it open, with what was typed. */
export function CondoApartmentForm({ condoId, apartment, onClose }: CondoApartmentFormProps) {
  const { save, failureText, doneText } = useSaveApartment(apartment);
  const [failure, setFailure] = useState<string | null>(null);
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="rounded-lg border border-line p-5">
      <h3 id={titleId} className="mb-4 font-semibold">
        {apartment ? `Edit Apartment ${apartment.apartment_number ?? ''}` : 'New Apartment'}
      </h3>
      <ApartmentForm
        apartment={apartment}
        condoId={condoId}
        submitLabel={apartment ? 'Update Apartment' : 'Create Apartment'}
        save={save}
        onSaved={() => {
          toast.success(doneText);
          onClose();
        }}
        onServerError={(error) => setFailure(detailOr(error, failureText))}
        {...(apartment && { onCancel: onClose })}
      />
      <LazyNoticeDialog
        open={failure !== null}
        title="Error"
        description={failure ?? ''}
        onClose={() => setFailure(null)}
      />
    </section>
  );
}

function useSaveApartment(apartment: Apartment | null) {
  const client = useQueryClient();
  const create = useMutation(apartmentMutations.create(client));
  const update = useMutation(apartmentMutations.update(client));
  const id = apartment?.id;
  return id == null
    ? {
        save: create.mutateAsync,
        failureText: 'Failed to add apartment',
        doneText: 'Apartment added',
      }
    : {
        save: (payload: ApartmentCreate) => update.mutateAsync({ id, payload }),
        failureText: 'Failed to update apartment',
        doneText: 'Apartment updated',
      };
}
