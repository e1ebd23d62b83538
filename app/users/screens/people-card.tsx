import { UnitText, EmailText } from '~/kit/ui/record-texts';
import { copyEmails, EMAIL_SEPARATOR, emailSeparator } from '~/kit/selection/copy-text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { QueryContent, EmptyState } from '~/kit/feedback/query-state';
import { Pagination } from '~/kit/table/pagination';
import { Button, buttonVariants } from '~/kit/ui/button';
import { TitledCard } from '~/kit/ui/card';
import { Select } from '~/kit/ui/select';
import { Skeleton } from '~/kit/ui/skeleton';
import { storeItem, notifyStored, subscribeStored } from '~/kit/ui/storage';
import type { Condo } from '~/condos/fields';
import type { CondoAssociation, User } from '~/users/fields';
import { condoQueries } from '~/condos/queries';
import { associationsWith, userQueries } from '~/users/queries';
import { useEveryone } from '~/users/everyone';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { textOrDash, titleCase } from '~/language/format';
import { msg, t, translate } from '~/language/texts';
import { mayI } from '~/rpc/own-rights';
import { emailsOf, userTitle } from '~/users/user-text';

interface PeopleCardProps {
  condoId: number;
  /** Further content of the card, such as the invitations. */
  children: (condo: Condo) => ReactNode;
}

/** People of a building on its page (docs/behaviour/condo.md), shown once the building is loaded. */
export function PeopleCard({ condoId, children }: PeopleCardProps) {
  const { data: condo, isError } = useQuery(condoQueries.shown(useQueryClient(), condoId));
  if (!condo || isError) return null;
  return (
    <TitledCard
      id="people"
      className="print:hidden"
      title={t`People`}
      actions={
        <>
          <CopyEmails condoId={condoId} condoName={condo.name} />
          {mayI('write') && (
            <Link
              data-palette
              to="/users/invite"
              search={{ condo_id: condoId, from: 'condo' }}
              className={buttonVariants({ variant: 'secondary' })}
            >
              {t`Invite to this Building`}
            </Link>
          )}
        </>
      }
      contentClassName="grid gap-6"
    >
      <PeopleList condoId={condoId} condoName={condo.name} />
      {children(condo)}
    </TitledCard>
  );
}

function PeopleList({ condoId, condoName }: { condoId: number; condoName: string | null }) {
  const [page, setPage] = useState(1);
  return (
    <QueryContent
      query={userQueries.ofCondo(condoId, page)}
      loading={t`Loading users...`}
      error={(error) => t`Error loading users: ${detailOrMessage(error)}`}
      skeleton={<Skeleton className="h-32" />}
    >
      {({ users, totalPages }, isBusy) =>
        users.length === 0 ? (
          <EmptyState title={t`No people yet`} />
        ) : (
          <div className="grid gap-3" aria-busy={isBusy}>
            {/* A list, since the page already has a table: that of the apartments. */}
            <ul aria-label={t`People of this building`} className="divide-y divide-line">
              {users.map((user, index) => (
                <Person
                  key={user.id ?? `at-${index}`}
                  user={user}
                  associations={associationsWith(user, { condoId, condoName })}
                />
              ))}
            </ul>
            <Pagination current={page} total={totalPages} onPage={setPage} />
          </div>
        )
      }
    </QueryContent>
  );
}

/** One line for each association with the building. Without associations a single line. */
function Person({ user, associations }: { user: User; associations: CondoAssociation[] }) {
  const lines = associations.length > 0 ? associations : [null];
  return lines.map((association, index) => (
    <li
      key={association?.id ?? `at-${index}`}
      className="grid items-center gap-x-4 gap-y-1 py-2 wrap-anywhere sm:grid-cols-[3fr_4fr_1.5fr_2fr]"
    >
      <span>
        {user.id === null ? (
          userTitle(user)
        ) : (
          <Link
            to="/users/$userId"
            params={{ userId: user.id }}
            className="font-semibold hover:underline"
          >
            {userTitle(user)}
          </Link>
        )}
      </span>
      <span className="text-muted">
        <EmailText email={user.email} />
      </span>
      <span>
        {association?.apartment_number ? <UnitText number={association.apartment_number} /> : '-'}
      </span>
      <span>{textOrDash(titleCase(association?.role ?? ''))}</span>
    </li>
  ));
}

/** Groups of people whose addresses can be copied, by role. */
const GROUPS: ReadonlyMap<string, string> = new Map([
  ['', msg`All`],
  ['owner', msg`Owners`],
  ['renter', msg`Renters`],
  ['building_manager', msg`Managers`],
]);

interface CopyEmailsProps {
  condoId: number;
  condoName: string | null;
}

/** Copies the e-mail addresses of a building's active people, for a message to all of them. */
export function CopyEmails({ condoId, condoName }: CopyEmailsProps) {
  const [group, setGroup] = useState('');
  const [isRequested, setRequested] = useState(false);
  const { users, pages, isError, retry } = useEveryone(condoId, isRequested);
  const hasRole = (user: User) =>
    associationsWith(user, { condoId, condoName }).some(({ role }) => role === group);
  const emails = users && emailsOf(group === '' ? users : users.filter(hasRole));
  const separator = useSyncExternalStore(subscribeStored, emailSeparator, () => ',');
  const request = () => setRequested(true);
  return (
    <div
      role="group"
      aria-label={t`E-mail addresses`}
      className="flex flex-wrap items-center gap-2"
    >
      <Select
        aria-label={t`Whose e-mail addresses`}
        className="min-h-9 w-auto py-1"
        value={group}
        onFocus={request}
        options={[...GROUPS.keys()]}
        labelOf={(value) => translate(GROUPS.get(value) ?? '')}
        onChange={setGroup}
      />
      <Select
        aria-label={t`Between the e-mail addresses`}
        className="min-h-9 w-auto py-1"
        value={separator}
        options={[',', ';']}
        labelOf={(value) => (value === ';' ? t`Semicolon (;)` : t`Comma (,)`)}
        onChange={(value) => void (storeItem(EMAIL_SEPARATOR, value) && notifyStored())}
      />
      <Button
        variant="secondary"
        size="sm"
        aria-disabled={isRequested && !emails && !isError}
        onFocus={request}
        onPointerEnter={request}
        onClick={() => {
          if (emails) void copyEmails(emails);
          else if (isError) retry();
          else request();
        }}
      >
        {emails || !isRequested
          ? t`Copy e-mail addresses`
          : isError
            ? t`Read people again`
            : t`Reading people (${pages.read} of ${pages.total ?? '...'} pages)`}
      </Button>
    </div>
  );
}
