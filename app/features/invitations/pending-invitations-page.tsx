import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { copyEmails } from '~/components/feedback/copy-text';
import { LazyConfirmDelete } from '~/components/feedback/lazy-confirm-delete';
import { ListHeader } from '~/components/list/list-header';
import { ListQuery, type ListTexts } from '~/components/list/list-query';
import { deletion } from '~/components/selection/batch-action';
import { SelectList } from '~/components/selection/select-list';
import type { Choice } from '~/components/selection/selection';
import type { SelectColumn } from '~/components/table/body-row';
import { useSetSearch } from '~/components/list/use-set-search';
import { DataTable, TableSkeleton } from '~/components/table/data-table';
import { RowLinks } from '~/components/table/row-links';
import type { Invitation } from '~/contract/invitation-reading';
import { useUndoDelete } from '~/data/history/use-undo-delete';
import { invitationMutations } from '~/data/invitations/invitations.mutations';
import { invitationSearch, type InvitationQuery } from '~/data/invitations/invitation-search';
import { invitationQueries } from '~/data/invitations/invitations.queries';
import { shownInvitations } from '~/data/invitations/shown-invitations';
import { detailOr } from '~/lib/app-error';
import { msg, t } from '~/lib/texts';
import { usePainted } from '~/lib/use-painted';
import { invitationColumns } from './invitation-columns';
import { InvitationsToolbar } from './invitations-toolbar';

const TEXTS: ListTexts = {
  noun: ['invitation', 'invitations'],
  loading: msg`Loading invitations...`,
  error: () => t`Error loading invitations.`,
  empty: { title: msg`No pending invitations found.` },
  noMatch: {
    title: msg`No invitations match`,
    description: msg`No invitations match your search and state.`,
  },
};

/** Pending Invitations (docs/behaviour.md, "Invitations"). Search and state are in the URL. */
export function PendingInvitationsPage({
  query = invitationSearch.defaults,
  exporting,
}: {
  query?: InvitationQuery;
  exporting?: ReactNode;
}) {
  const setSearch = useSetSearch<InvitationQuery>();
  return (
    <>
      <ListHeader
        title={t`Pending Invitations`}
        exporting={exporting}
        add={t`Invite User`}
        to="/users/invite"
      />
      <InvitationsToolbar query={query} onChange={setSearch} />
      <InvitationsList query={query} />
    </>
  );
}

function InvitationsList({ query }: { query: InvitationQuery }) {
  const invitations = useQuery(invitationQueries.pending());
  const [now] = useState(() => new Date());
  const { data: all } = invitations;
  const shown = useMemo(() => shownInvitations(all ?? [], query, now), [all, query, now]);
  const filtered = query.search !== '' || query.state !== '';
  const [deleting, setDeleting] = useState<Invitation | null>(null);
  const columns = useMemo(() => invitationColumns(setDeleting), []);
  const [select, setSelect] = useState<SelectColumn<Invitation>>();
  const painted = usePainted();
  const client = useQueryClient();
  const remove = useMutation(invitationMutations.remove(client));
  const undo = useUndoDelete('invitation');
  return (
    <>
      {painted && all && (
        <SelectList
          records={shown}
          complete={!filtered}
          toChoice={toChoice}
          noun={['invitation', 'invitations']}
          actions={[
            {
              label: t`Copy e-mail addresses`,
              onPress: (choices) => void copyEmails([...new Set(choices.flatMap(emailOf))]),
            },
            {
              button: t`Resend selected`,
              verb: t`Resend`,
              done: (what) => t`${what} resent`,
              left: t`Not resent: cancelled`,
              destructive: false,
              question: (what, count) =>
                count === 1 ? t`Send this invitation again?` : t`Send these ${what} again?`,
              failure: (error) => detailOr(error, t`Failed to resend invitation`),
              ...invitationMutations.resendEach(client),
            },
            deletion(t`Failed to delete invitation`, {
              ...invitationMutations.removeEach(client),
              undo,
            }),
          ]}
          onReady={setSelect}
        />
      )}
      <ListQuery
        query={invitations}
        queryKey={invitationQueries.pending().queryKey}
        texts={TEXTS}
        filtered={filtered}
        count={() => shown.length}
        total={all?.length ?? null}
        skeleton={<TableSkeleton columns={6} />}
      >
        {({ busy, empty }) => (
          <>
            <RowLinks>
              <DataTable
                caption={t`Pending invitations`}
                columns={columns}
                data={shown}
                select={select}
                busy={busy}
                empty={empty}
              />
            </RowLinks>
            <LazyConfirmDelete
              record={deleting}
              title={t`Delete Invitation`}
              question={t`Are you sure you want to delete this invitation? This action cannot be undone.`}
              nameOf={({ email }) => email ?? ''}
              remove={remove.mutateAsync}
              undo={undo}
              success={{ toast: t`Invitation deleted` }}
              failure={(error) => ({ toast: detailOr(error, t`Failed to delete invitation`) })}
              onDone={() => setDeleting(null)}
            />
          </>
        )}
      </ListQuery>
    </>
  );
}

/** An invitation is named by its address; one without is named by its id. */
function emailOf({ name }: Choice): string[] {
  return name.includes('@') ? [name] : [];
}

function toChoice({ id, email }: Invitation): Choice | null {
  return id === null ? null : { id, name: email?.trim() || t`Invitation ${id}` };
}
