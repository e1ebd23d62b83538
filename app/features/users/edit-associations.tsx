import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { LazyConfirmDialog } from '~/components/feedback/lazy-confirm-dialog';
import { EmptyState } from '~/components/feedback/query-state';
import { toast } from '~/components/feedback/toast';
import { useFocusKeeper } from '~/components/table/use-focus-keeper';
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card';
import type { CondoAssociation, User } from '~/contract/user-reading';
import { userMutations } from '~/data/users/users.mutations';
import { APARTMENT, AssociationTable, BUILDING_NAME_OR_ID, ROLE } from './association-table';
import { userTitle } from './user-text';

const COLUMNS = [BUILDING_NAME_OR_ID, APARTMENT, ROLE];

/** The associations on the edit page, each with a Delete button. */
export function EditAssociations({ user }: { user: User }) {
  const container = useRef<HTMLDivElement>(null);
  useFocusKeeper(container);
  const [removing, setRemoving] = useState<CondoAssociation | null>(null);
  const remove = useMutation({
    ...userMutations.removeAssociation(useQueryClient()),
    onError: () => toast.error('Failed to delete association'),
    onSettled: () => setRemoving(null),
  });
  return (
    <Card>
      <CardHeader>
        <CardTitle>Associations</CardTitle>
      </CardHeader>
      <CardContent ref={container} tabIndex={-1} className="px-2 focus:outline-none">
        {user.condo_associations.length > 0 ? (
          <AssociationTable
            caption={`Associations of ${userTitle(user)}`}
            associations={user.condo_associations}
            columns={COLUMNS}
            onDelete={setRemoving}
          />
        ) : (
          <EmptyState title="No associations found." />
        )}
      </CardContent>
      <LazyConfirmDialog
        open={removing !== null}
        title="Remove Association"
        description="Are you sure you want to remove this association?"
        confirmLabel="Remove"
        cancelLabel="Cancel"
        tone="danger"
        busy={remove.isPending}
        onCancel={() => setRemoving(null)}
        onConfirm={() => {
          if (removing?.id == null) return;
          remove.mutate(removing.id, { onSuccess: () => toast.success('Association deleted') });
        }}
      />
    </Card>
  );
}
