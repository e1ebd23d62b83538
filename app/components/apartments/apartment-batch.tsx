import { deletion, type BatchAction } from '~/components/selection/batch-action';
import { SelectList } from '~/components/selection/select-list';
import type { Choice } from '~/components/selection/selection';
import type { SelectColumn } from '~/components/table/body-row';
import type { Apartment } from '~/contract/apartment-reading';

interface ApartmentBatchProps {
  apartments: readonly Apartment[];
  complete: boolean;
  removal: Pick<BatchAction, 'call' | 'finished' | 'undo'>;
  onReady: (select: SelectColumn<Apartment>) => void;
}

/** Several apartments can be chosen and deleted. */
export function ApartmentBatch({ apartments, removal, ...props }: ApartmentBatchProps) {
  return (
    <SelectList
      {...props}
      records={apartments}
      toChoice={toChoice}
      noun={['apartment', 'apartments']}
      actions={[deletion('Failed to delete apartment.', removal)]}
    />
  );
}

function toChoice({ id, apartment_number }: Apartment): Choice | null {
  return id === null ? null : { id, name: apartment_number?.trim() || `Apartment ${id}` };
}
