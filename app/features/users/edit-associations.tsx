import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { LazyConfirmDelete } from '~/components/feedback/lazy-confirm-delete';
import { useFocusKeeper } from '~/components/table/use-focus-keeper';
import { TitledCard } from '~/components/ui/card';
import type { CondoAssociation, User } from '~/contract/user-reading';
import { useUndoDelete } from '~/data/history/use-undo-delete';
import { userMutations } from '~/data/users/users.mutations';
import { t } from '~/lib/texts';
import {
  APARTMENT,
  associationColumns,
  associationName,
  BUILDING_NAME_OR_ID,
  deleteColumn,
  OwnAssociations,
  ROLE,
} from './association-table';

/** The associations on the edit page, each with a Delete button. */
export function EditAssociations({ user }: { user: User }) {
  const container = useRef<HTMLDivElement>(null);
  useFocusKeeper(container);
  const [removing, setRemoving] = useState<CondoAssociation | null>(null);
  const columns = useMemo(
    () => associationColumns([BUILDING_NAME_OR_ID, APARTMENT, ROLE, deleteColumn(setRemoving)]),
    [],
  );
  const remove = useMutation(userMutations.removeAssociation(useQueryClient()));
  const undo = useUndoDelete('association');
  return (
    <TitledCard title={t`Associations`}>
      <div ref={container} tabIndex={-1} className="focus:outline-none">
        <OwnAssociations user={user} columns={columns} />
      </div>
      <LazyConfirmDelete
        record={removing}
        title={t`Remove Association`}
        question={t`Are you sure you want to remove this association?`}
        nameOf={associationName}
        confirmLabel={t`Remove`}
        remove={(id) => remove.mutateAsync(id)}
        undo={undo}
        success={{ toast: t`Association deleted` }}
        failure={() => ({ toast: t`Failed to delete association` })}
        onDone={() => setRemoving(null)}
      />
    </TitledCard>
  );
}
