import { EmailText } from '~/kit/ui/record-texts';
import { INVITABLE_ROLES } from '~/users/roles';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ConfirmDelete } from '~/kit/feedback/confirm-delete';
import { toast } from '~/kit/feedback/toast';
import { PageHeader, Card, CardContent, TitledCard, Fact } from '~/kit/ui/card';
import { Button, buttonVariants } from '~/kit/ui/button';
import { isErasedEmail, type User } from '~/users/fields';
import { read } from '~/rpc/client.functions';
import { useEmbeddedChange } from '~/rpc/use-embedded-change';
import { userQueries } from '~/users/queries';
import { apiKind } from '~/rpc/api-kind';
import { mayI } from '~/rpc/own-rights';
import { BelowFirst } from '~/kit/layout/below-first';
import { detailOr, detailOrMessage, isRecordMissing } from '~/rpc/errors/app-error';
import { download } from '~/kit/ui/download';
import { textOrDash, formatDateTime, formatLast } from '~/language/format';
import { t } from '~/language/texts';
import { useSingleFlightMutation } from '~/kit/ui/use-single-flight-mutation';
import { tenancyQueries } from '~/users/tenancy/task';
import { userTitle } from '~/users/user-text';
import { AssociationsCard } from './associations-card';
import { DeleteUser } from './delete-user';
import type { MergeRequest } from './merge-dialog';
import { MergePeople } from './merge-people';
import { ProfileImage, UserState } from './user-state';
import { UserStatus } from './user-columns';
import { UserTrail } from './user-trail';

/** User detail (docs/behaviour/user.md). */
export function UserDetailPage({ userId }: { userId: number | null }) {
  return (
    <>
      <UserTrail userId={userId} />
      <PageHeader
        title={<Title userId={userId} />}
        actions={userId !== null && mayI('propose') && <UserActions userId={userId} />}
      />
      <UserState userId={userId} fromList>
        {(user, id) => <UserDetail user={user} userId={id} />}
      </UserState>
      {/* Last on the page, so that nothing moves when it appears. */}
      <BelowFirst>{userId !== null && <PersonalDataCard userId={userId} />}</BelowFirst>
    </>
  );
}

/** The person's name once it is known. Its line has the same height before. */
function Title({ userId }: { userId: number | null }) {
  const { data: user, isPending } = useQuery({
    ...userQueries.shown(useQueryClient(), userId ?? 0),
    enabled: userId !== null,
  });
  if (userId === null || !(user || isPending)) return <>{t`User Details`}</>;
  return (
    <>
      <span className="block text-base font-normal text-muted">{t`User Details`}</span>{' '}
      <span className="block min-h-9">{user && userTitle(user)}</span>
    </>
  );
}

/** Invite and Edit, for a person who is loaded and active. */
function UserActions({ userId }: { userId: number }) {
  const { data: user, error } = useQuery(userQueries.detail(userId));
  if (!user?.is_active || isRecordMissing(user, error)) return null;
  return (
    <>
      {canBeInvited(user) && mayI('write') && <InviteLink user={user} userId={userId} />}
      <Link
        data-key="e"
        to="/users/$userId/edit"
        params={{ userId }}
        className={buttonVariants({ variant: 'secondary' })}
      >
        {t`Edit`}
      </Link>
    </>
  );
}

/** A person's page, which begins with their associations. */
function UserDetail({ user, userId }: { user: User; userId: number }) {
  return (
    <>
      <AssociationsCard user={user} userId={userId} />
      <Card>
        <CardContent className="flex flex-wrap gap-x-8 gap-y-5 pt-5">
          <ProfileImage url={user.profile_picture} size={96} className="shrink-0 self-start" />
          <dl className="grid min-w-0 flex-1 basis-72 gap-x-8 gap-y-4 sm:grid-cols-2">
            <Fact label={t`Email`}>
              <EmailText email={user.email} />
            </Fact>
            {apiKind().isEmbedded && <Fact label={t`Phone`}>{textOrDash(user.phone)}</Fact>}
            <Fact label={t`Status`}>
              <UserStatus active={user.is_active} />
            </Fact>
            <Fact label={t`Email Verified`}>{user.email_verified ? t`Yes` : t`No`}</Fact>
            <Fact label={t`Created At`}>{formatDateTime(user.created_at)}</Fact>
            <Fact label={t`Updated At`}>{formatDateTime(user.updated_at)}</Fact>
            <Fact label={t`Last Login`}>{formatLast(user.last_login)}</Fact>
            {user.merged_into !== null && (
              <Fact label={t`Merged into`}>
                <MergedInto userId={user.merged_into} />
              </Fact>
            )}
          </dl>
        </CardContent>
      </Card>
    </>
  );
}

/** Link to the person into whom this account was merged. */
function MergedInto({ userId }: { userId: number }) {
  const { data: user } = useQuery(userQueries.detail(userId));
  return (
    <Link to="/users/$userId" params={{ userId }} translate="no" className="link">
      {user ? userTitle(user) : `#${userId}`}
    </Link>
  );
}

/** True for a person without an account, whom an administrator entered. */
function canBeInvited({ is_active, email_verified, last_login }: User): boolean {
  return apiKind().isEmbedded && is_active && !email_verified && last_login === null;
}

/** Link to the invitation that creates the person's account, filled with their home. */
function InviteLink({ user, userId }: { user: User; userId: number }) {
  const { data: tenancies } = useQuery(tenancyQueries.ofUser(userId));
  const home = tenancies?.find(({ state }) => state !== 'past');
  const { condo_id = null, apartment_id = null } = home ?? {};
  return (
    <Link
      to="/users/invite"
      search={{
        user_id: userId,
        email: user.email ?? '',
        condo_id,
        apartment_id,
        role: INVITABLE_ROLES.find((role) => role === home?.role) ?? '',
      }}
      className={buttonVariants({ variant: 'secondary' })}
    >
      {t`Invite`}
    </Link>
  );
}

/** Export for everyone. Active people can be deleted, inactive ones erased (docs/behaviour/user.md). */
function PersonalDataCard({ userId }: { userId: number }) {
  const query = userQueries.shown(useQueryClient(), userId);
  // A list's row is shown until the user has loaded, and cannot be changed before.
  const { data: user, isPlaceholderData: isWaiting } = useQuery(query);
  const [toErase, setToErase] = useState<User | null>(null);
  const [deleting, setDeleting] = useState<User | null>(null);
  const [merging, setMerging] = useState<MergeRequest | null>(null);
  const exportButton = useRef<HTMLButtonElement>(null);
  const erasing = useEmbeddedChange('personalData.erase');
  const exporting = useSingleFlightMutation({
    mutationFn: async (id: number) => (await read('personalData.export', { id })).blob(),
    onSuccess: (file) => download(file, `person-${userId}.json`),
    onError: (error) => toast.error(detailOr(error, t`Failed to export this person's data`)),
  });
  if (!user || !apiKind().isEmbedded || !mayI('personal_data')) return null;
  const erased = isErasedEmail(user.email);
  return (
    <TitledCard
      data-palette
      className="print:hidden"
      title={t`Personal Data`}
      contentClassName="flex flex-wrap items-center gap-3"
    >
      {erased && <p className="basis-full text-muted">{t`This person was erased.`}</p>}
      <Button
        ref={exportButton}
        variant="secondary"
        aria-disabled={exporting.isPending}
        onClick={() => exporting.mutate(userId)}
      >
        {exporting.isPending ? t`Exporting...` : t`Export this person's data`}
      </Button>
      {user.is_active && (
        <Button
          variant="secondary"
          aria-disabled={isWaiting}
          onClick={() => setMerging({ ids: [userId] })}
        >
          {t`Merge with...`}
        </Button>
      )}
      <MergePeople request={merging} onDone={() => setMerging(null)} />
      {user.is_active && (
        <Button variant="danger" aria-disabled={isWaiting} onClick={() => setDeleting(user)}>
          {t`Delete`}
        </Button>
      )}
      <DeleteUser user={deleting} onDone={() => setDeleting(null)} />
      {!user.is_active && !erased && user.merged_into === null && (
        <Button variant="danger" aria-disabled={isWaiting} onClick={() => setToErase(user)}>
          {t`Erase this person`}
        </Button>
      )}
      <ConfirmDelete
        record={toErase}
        title={t`Erase this person`}
        question={t`Are you sure you want to erase this person? Their name, e-mail, picture and password go for good, in the history and in invitations too. This action cannot be undone.`}
        nameOf={userTitle}
        confirmLabel={t`Erase`}
        remove={(id) => erasing.mutateAsync({ id })}
        success={{ title: t`Person Erased`, text: t`Nothing of who this person was is left.` }}
        failure={(error) => ({ title: t`Erasing Failed`, text: detailOrMessage(error) })}
        onDone={() => setToErase(null)}
        focusAfter={exportButton}
      />
    </TitledCard>
  );
}
