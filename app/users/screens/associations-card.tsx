import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { ConfirmDelete } from '~/kit/feedback/confirm-delete';
import { EmptyState } from '~/kit/feedback/query-state';
import { DataTable } from '~/kit/table/data-table';
import { RowActions } from '~/kit/table/row-actions';
import { Button } from '~/kit/ui/button';
import { TitledCard } from '~/kit/ui/card';
import { useFocusKeeper } from '~/kit/ui/focus';
import { t } from '~/language/texts';
import { apiKind } from '~/rpc/api-kind';
import { mayI } from '~/rpc/own-rights';
import type { CondoAssociation, User } from '~/users/fields';
import { userMutations } from '~/users/queries';
import { tenancyQueries, type TenancyTask } from '~/users/tenancy/task';
import { userTitle } from '~/users/user-text';
import {
  APARTMENT,
  associationColumns,
  associationName,
  BUILDING_NAME_OR_ID,
  deleteColumn,
  ROLE,
  SINCE,
  tenancyColumn,
  UNTIL,
} from './association-table';
import { TaskDialog } from '~/users/tenancy/task-dialog';

const KNOWN = [BUILDING_NAME_OR_ID, APARTMENT, ROLE];

interface AssociationsCardProps {
  user: User;
  userId: number;
  /** True on the edit page, which can delete associations. */
  deletes?: boolean;
}

/**
 * A person's associations. With the embedded API, which stores their days, they can be added, corrected,
 * ended and moved here, and past ones are collapsed.
 */
export function AssociationsCard({ user, userId, deletes = false }: AssociationsCardProps) {
  const container = useRef<HTMLDivElement>(null);
  useFocusKeeper(container);
  const { isEmbedded } = apiKind();
  const { data: tenancies } = useQuery({
    ...tenancyQueries.ofUser(userId),
    enabled: isEmbedded,
  });
  const [task, setTask] = useState<TenancyTask | null>(null);
  const [removing, setRemoving] = useState<CondoAssociation | null>(null);
  const { one } = userMutations.useAssociationRemoval();
  const name = userTitle(user);
  const [columns, earlier] = useMemo(() => {
    const known = associationColumns(deletes ? [...KNOWN, deleteColumn(setRemoving)] : KNOWN);
    const actionsOf = (association: CondoAssociation, isPast: boolean) => {
      const { id } = association;
      if (id === null) return '-';
      const toTask = (label: string, kind: 'end' | 'move' | 'edit') => ({
        label,
        onPress: () =>
          setTask({ kind, tenancies: [{ ...association, id, user_id: userId, name }] }),
      });
      const deletion = {
        label: t`Delete`,
        variant: 'quiet-danger',
        onPress: () => setRemoving(association),
      };
      const moves = [
        toTask(t`Move out...`, 'end'),
        toTask(t`Move to another apartment...`, 'move'),
      ];
      return (
        <RowActions
          about={associationName(association)}
          actions={[toTask(t`Edit`, 'edit'), ...(deletes ? [deletion] : [])]}
          {...(!isPast && { more: { label: t`Move`, actions: moves } })}
        />
      );
    };
    const columnsWith = (isPast: boolean) =>
      associationColumns([
        ...KNOWN,
        SINCE,
        UNTIL,
        ...(user.is_active ? [tenancyColumn((association) => actionsOf(association, isPast))] : []),
      ]);
    return [isEmbedded ? columnsWith(false) : known, columnsWith(true)];
  }, [userId, isEmbedded, deletes, user.is_active, name]);
  const listed = tenancies?.filter(({ state }) => state !== 'past') ?? user.condo_associations;
  const past = tenancies?.filter(({ state }) => state === 'past') ?? [];
  return (
    <TitledCard
      title={t`Associations`}
      actions={
        isEmbedded &&
        user.is_active &&
        mayI('write') && (
          <Button
            variant="secondary"
            data-palette
            onClick={() => setTask({ kind: 'begin', user_id: userId })}
          >
            {t`Add association`}
          </Button>
        )
      }
    >
      <div ref={container} tabIndex={-1} className="grid gap-4 focus:outline-none">
        {listed.length === 0 ? (
          <EmptyState title={t`No associations found.`} />
        ) : (
          <DataTable
            caption={t`Associations of ${name}`}
            columns={columns}
            data={listed}
            size="narrow"
          />
        )}
        {past.length > 0 && (
          <details>
            <summary className="cursor-pointer text-muted">{t`Earlier (${past.length})`}</summary>
            <DataTable
              caption={t`Earlier associations of ${name}`}
              columns={earlier}
              data={past}
              size="narrow"
            />
          </details>
        )}
      </div>
      <TaskDialog task={task} onDone={() => setTask(null)} />
      <ConfirmDelete
        record={removing}
        title={t`Remove Association`}
        question={t`Are you sure you want to remove this association?`}
        nameOf={associationName}
        confirmLabel={t`Remove`}
        {...one}
        success={{ toast: t`Association deleted` }}
        failure={() => ({ toast: t`Failed to delete association` })}
        onDone={() => setRemoving(null)}
      />
    </TitledCard>
  );
}
