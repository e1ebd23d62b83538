import { useQuery } from '@tanstack/react-query';
import { ConfirmDelete } from '~/kit/feedback/confirm-delete';
import type { Undo } from '~/kit/feedback/toast';
import type { Apartment } from '~/apartments/fields';
import { detailOr } from '~/rpc/errors/app-error';
import { plural, t } from '~/language/texts';
import { apiKind } from '~/rpc/api-kind';
import { tenancyQueries } from '~/users/tenancy/task';
import { deletion, type BatchAction, type OwnAction } from '~/kit/selection/batch-action';
import type { Choice } from '~/kit/selection/selection';

interface DeleteApartmentProps {
  apartment: Apartment | null;
  remove: (id: number) => Promise<unknown>;
  undo: Undo | undefined;
  onDeleted?: (apartment: Apartment) => void;
  onDone: () => void;
}

/** Deletes an apartment; ends with a "Success" or "Error" dialog (docs/behaviour/apartments.md). */
export function DeleteApartment({ apartment, ...flow }: DeleteApartmentProps) {
  const { data: tenancies } = useQuery({
    ...tenancyQueries.ofCondo(apartment?.condo_id ?? 0),
    enabled: apiKind().isEmbedded && apartment?.condo_id != null,
  });
  // The question is asked while nobody is there: those who were go with the apartment.
  const past = tenancies?.filter(
    ({ apartment_id, state }) => state === 'past' && apartment_id === apartment?.id,
  ).length;
  return (
    <ConfirmDelete
      {...flow}
      record={apartment}
      title={t`Delete Apartment`}
      question={t`Are you sure you want to delete this apartment? This action cannot be undone.`}
      nameOf={({ apartment_number: number }) =>
        [
          number && t`Apartment ${number}`,
          past &&
            plural(
              past,
              String(past),
              '# earlier association goes with it.',
              '# earlier associations go with it.',
            ),
        ]
          .filter(Boolean)
          .join('\n')
      }
      success={{
        title: t`Success`,
        text: t`Apartment deleted successfully!`,
        deleted: t`Apartment deleted`,
      }}
      failure={(error) => ({
        title: t`Error`,
        text: detailOr(error, t`Failed to delete apartment.`),
      })}
    />
  );
}

/** Several apartments can be chosen and deleted; `others` is what else can be done with them. */
export function apartmentChoices(
  removal: Pick<BatchAction, 'call' | 'finished' | 'undo'>,
  others: readonly OwnAction[] = [],
) {
  return { toChoice, actions: [...others, deletion(t`Failed to delete apartment.`, removal)] };
}

function toChoice({ id, apartment_number }: Apartment): Choice | null {
  return id === null ? null : { id, name: apartment_number?.trim() || t`Apartment ${id}` };
}
