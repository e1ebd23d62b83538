import { deletion, type BatchAction, type OwnAction } from '~/components/selection/batch-action';
import type { Choice } from '~/components/selection/selection';
import type { Apartment } from '~/contract/apartment-reading';
import { t } from '~/lib/texts';

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
