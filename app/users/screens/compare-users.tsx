import { EmailText } from '~/kit/ui/record-texts';
import { useQueries } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { LoadingState } from '~/kit/feedback/query-state';
import { RowButton } from '~/kit/table/row-actions';
import { Button } from '~/kit/ui/button';
import { DialogWindow } from '~/kit/ui/dialog';
import type { User } from '~/users/fields';
import { userQueries } from '~/users/queries';
import { formatDateTime, formatLast, titleCase } from '~/language/format';
import { msg, t, translate } from '~/language/texts';
import { userTitle } from '~/users/user-text';
import { CondoNameOrId } from './association-table';
import { DeleteUser } from './delete-user';
import type { MergeRequest } from './merge-dialog';
import { MergePeople } from './merge-people';
import { UserStatus } from './user-columns';
import { Fact } from '~/kit/ui/card';

/** Facts that distinguish a used account from an unused one. */
const FACTS: ReadonlyArray<{ label: string; of: (user: User) => ReactNode }> = [
  { label: msg`Email`, of: ({ email }) => <EmailText email={email} /> },
  { label: msg`Status`, of: ({ is_active }) => <UserStatus active={is_active} /> },
  { label: msg`Email Verified`, of: ({ email_verified }) => (email_verified ? t`Yes` : t`No`) },
  { label: msg`Created At`, of: ({ created_at }) => formatDateTime(created_at) },
  { label: msg`Last Login`, of: ({ last_login }) => formatLast(last_login) },
  { label: msg`Associations`, of: (user) => <Associations user={user} /> },
];

/** "Compare" at a finding: a dialog with the accounts of one person (docs/behaviour/portfolio-check.md). */
export function CompareUsers({
  ids,
  describedBy,
}: {
  ids: readonly number[];
  describedBy: string;
}) {
  const [open, setOpen] = useState(false);
  const [deleting, setDeleting] = useState<User | null>(null);
  const [merging, setMerging] = useState<MergeRequest | null>(null);
  const merge = (request: MergeRequest) => {
    setOpen(false);
    setMerging(request);
  };
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-describedby={describedBy}
        onClick={() => setOpen(true)}
      >
        {t`Compare`}
      </Button>
      <DialogWindow
        open={open}
        title={t`Compare Accounts`}
        titleClass="mb-4 pr-10"
        className="max-w-4xl"
        onClose={() => setOpen(false)}
      >
        <Accounts ids={ids} onDelete={setDeleting} onMerge={merge} />
      </DialogWindow>
      <MergePeople request={merging} onDone={() => setMerging(null)} />
      <DeleteUser
        user={deleting}
        onDeleted={() => setOpen(false)}
        onDone={() => setDeleting(null)}
      />
    </>
  );
}

interface AccountsProps {
  ids: readonly number[];
  onDelete: (user: User) => void;
  onMerge: (request: MergeRequest) => void;
}

function Accounts({ ids, onDelete, onMerge }: AccountsProps) {
  const answers = useQueries({ queries: ids.map((id) => userQueries.detail(id)) });
  const waiting = answers.findIndex(({ isPending }) => isPending);
  if (waiting >= 0) {
    return (
      <LoadingState
        text={t`Loading users...`}
        queryKey={userQueries.detail(ids[waiting] ?? 0).queryKey}
      />
    );
  }
  const users = answers.flatMap(({ data }) => data ?? []);
  const active = users.flatMap(({ is_active, id }) => (is_active && id !== null ? id : []));
  // With more than two accounts the user picks the other one in the dialog.
  const requestOf = (id: number): MergeRequest => ({
    ids: active.length === 2 ? [id, ...active.filter((one) => one !== id)] : [id],
  });
  return (
    <ul className="grid gap-3 sm:grid-flow-col sm:auto-cols-fr">
      {users.map((user) => (
        <li
          key={user.id}
          aria-label={user.email ?? userTitle(user)}
          className="grid content-start gap-3 rounded-lg border border-line p-4"
        >
          <h3 className="font-semibold wrap-anywhere">{userTitle(user)}</h3>
          <dl className="grid gap-2.5">
            {FACTS.map(({ label, of }) => (
              <Fact key={label} label={translate(label)}>
                {of(user)}
              </Fact>
            ))}
          </dl>
          {user.is_active && (
            <span className="flex flex-wrap gap-2">
              {active.length > 1 && (
                <RowButton
                  label={t`Merge with...`}
                  about={user.email ?? userTitle(user)}
                  onPress={() => user.id !== null && onMerge(requestOf(user.id))}
                />
              )}
              <RowButton
                label={t`Delete`}
                about={user.email ?? userTitle(user)}
                onPress={() => onDelete(user)}
              />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Associations({ user: { condo_associations: associations } }: { user: User }) {
  if (associations.length === 0) return t`None`;
  return (
    <ul className="grid gap-1">
      {associations.map((association, index) => (
        <li key={association.id ?? index}>
          <CondoNameOrId association={association} />
          {association.apartment_number && (
            <span translate="no">{`, ${association.apartment_number}`}</span>
          )}
          {association.role && <span>{` (${titleCase(association.role)})`}</span>}
        </li>
      ))}
    </ul>
  );
}
