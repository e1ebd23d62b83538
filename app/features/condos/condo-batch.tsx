import { useQueryClient } from '@tanstack/react-query';
import { deletion } from '~/components/selection/batch-action';
import { SelectList } from '~/components/selection/select-list';
import type { Choice } from '~/components/selection/selection';
import type { SelectColumn } from '~/components/table/body-row';
import type { Condo } from '~/contract/condo-reading';
import { unnamedCondo } from '~/data/condos/condo-options';
import { condoMutations } from '~/data/condos/condos.mutations';
import { useUndoDelete } from '~/data/history/use-undo-delete';
import { t } from '~/lib/texts';
import { FilterLists } from './filter-lists';

interface CondoBatchProps {
  condos: readonly Condo[];
  /** The buildings without any filter, where they are known. */
  all: readonly Condo[] | null;
  complete: boolean;
  onReady: (select: SelectColumn<Condo>) => void;
}

/** The features that are loaded after the first rows: several buildings can be chosen and deleted, and the filters suggest values. */
export function CondoBatch({ condos, all, ...props }: CondoBatchProps) {
  const client = useQueryClient();
  const undo = useUndoDelete('condo');
  return (
    <>
      {all && <FilterLists condos={all} />}
      <SelectList
        {...props}
        records={condos}
        toChoice={toChoice}
        noun={['building', 'buildings']}
        actions={[
          deletion(t`Failed to delete building.`, { ...condoMutations.removeEach(client), undo }),
        ]}
      />
    </>
  );
}

function toChoice({ id, name }: Condo): Choice | null {
  return id === null ? null : { id, name: name?.trim() || unnamedCondo(id) };
}
