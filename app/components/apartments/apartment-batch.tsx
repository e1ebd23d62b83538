import { deletion, type BatchAction, type OwnAction } from '~/components/selection/batch-action';
import { SelectList } from '~/components/selection/select-list';
import type { Choice } from '~/components/selection/selection';
import type { SelectColumn } from '~/components/table/body-row';
import type { Apartment } from '~/contract/apartment-reading';
import { t } from '~/lib/texts';

interface ApartmentBatchProps {
  apartments: readonly Apartment[];
  complete: boolean;
  removal: Pick<BatchAction, 'call' | 'finished' | 'undo'>;
  /** What else can be done with them. */
  actions?: readonly OwnAction[];
  onReady: (select: SelectColumn<Apartment>) => void;
}

/** Several apartments can be chosen and deleted. */
export function ApartmentBatch(props: ApartmentBatchProps) {
  const { apartments, removal, actions = [], ...list } = props;
  return (
    <SelectList
      {...list}
      records={apartments}
      toChoice={toChoice}
      noun={['apartment', 'apartments']}
      actions={[...actions, deletion(t`Failed to delete apartment.`, removal)]}
    />
  );
}

function toChoice({ id, apartment_number }: Apartment): Choice | null {
  return id === null ? null : { id, name: apartment_number?.trim() || t`Apartment ${id}` };
}
