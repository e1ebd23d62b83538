import { useQuery } from '@tanstack/react-query';
import { ConfirmDelete, type ConfirmDeleteProps } from '~/kit/feedback/confirm-delete';
import type { Apartment } from '~/apartments/fields';
import { detailOr } from '~/rpc/errors/app-error';
import { t } from '~/language/texts';
import { apiKind } from '~/rpc/api-kind';
import { apartmentQueries } from '~/apartments/queries';
import { formatCount } from '~/language/format';
import { deletion, type BatchAction, type OwnAction } from '~/kit/selection/batch-action';
import type { Choice } from '~/kit/selection/selection';
import type { RowAction } from '~/kit/table/row-actions';

type Flow = Pick<ConfirmDeleteProps<Apartment>, 'remove' | 'undo' | 'onDeleted' | 'onDone'>;

/** The sentence "3 earlier associations go too."; empty while the number is unknown or zero. */
function useEndedText(ids: readonly number[]): string {
  const { data: ended = 0 } = useQuery({
    ...apartmentQueries.ended(ids),
    enabled: apiKind().isEmbedded && ids.length > 0,
  });
  if (ended === 0) return '';
  return formatCount(ended, 'earlier association goes too.', 'earlier associations go too.');
}

/** Deletes an apartment; ends with a "Success" or "Error" dialog (docs/behaviour/apartments.md). */
export function DeleteApartment({ apartment, ...flow }: Flow & { apartment: Apartment | null }) {
  const ended = useEndedText(apartment?.id == null ? [] : [apartment.id]);
  return (
    <ConfirmDelete
      {...flow}
      record={apartment}
      title={t`Delete Apartment`}
      question={t`Are you sure you want to delete this apartment? This action cannot be undone.`}
      nameOf={({ apartment_number: number }) =>
        [number && t`Apartment ${number}`, ended].filter(Boolean).join('\n')
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

export interface ApartmentHandlers {
  /** Called with the button that opens the form, to which the focus returns. */
  onEdit: (apartment: Apartment, opener: HTMLElement) => void;
  onDelete: (apartment: Apartment) => void;
}

/** The buttons of an apartment's row or card. */
export function apartmentActions(
  apartment: Apartment,
  { onEdit, onDelete }: ApartmentHandlers,
): RowAction[] {
  return [
    {
      label: t`Edit`,
      asks: 'propose',
      shortcut: 'e',
      onPress: (opener) => onEdit(apartment, opener),
    },
    { label: t`Delete`, variant: 'quiet-danger', onPress: () => onDelete(apartment) },
  ];
}

/** Selection of several apartments with the action to delete them, and further actions in `others`. */
export function apartmentChoices(
  removal: Pick<BatchAction, 'call' | 'finished' | 'undo'>,
  others: readonly OwnAction[] = [],
) {
  const calls = { ...removal, renderNote: renderEnded };
  return { toChoice, actions: [...others, deletion(t`Failed to delete apartment.`, calls)] };
}

const renderEnded = (ids: readonly number[]) => <EndedNote ids={ids} />;

function EndedNote({ ids }: { ids: readonly number[] }) {
  const text = useEndedText(ids);
  return text !== '' && <p>{text}</p>;
}

function toChoice({ id, apartment_number }: Apartment): Choice | null {
  return id === null ? null : { id, name: apartment_number?.trim() || t`Apartment ${id}` };
}
