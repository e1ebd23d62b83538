import { deletion, type BatchAction, type OwnAction } from '~/kit/selection/batch-action';
import type { Choice } from '~/kit/selection/selection';
import type { Apartment } from '~/apartments/apartment-reading';
import { t } from '~/language/texts';

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
