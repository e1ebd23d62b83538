import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PageHeader } from '~/components/layout/page-header';
import { buttonVariants } from '~/components/ui/button';
import { Card, CardContent, TitledCard } from '~/components/ui/card';
import { EmailText } from '~/components/ui/email-text';
import { Fact } from '~/components/ui/fact';
import type { User } from '~/contract/user-reading';
import { userQueries } from '~/data/users/users.queries';
import { formatDateTime, formatLast } from '~/lib/format';
import { t } from '~/lib/texts';
import {
  APARTMENT,
  associationColumns,
  BUILDING_NAME_OR_ID,
  OwnAssociations,
  ROLE,
} from './association-table';
import { PersonalDataCard } from './personal-data-card';
import { ProfileImage } from './profile-image';
import { UserStatus } from './user-columns';
import { UserState } from './user-state';
import { UserTrail } from './user-trail';
import { userTitle } from '~/lib/user-text';

const ASSOCIATION_COLUMNS = associationColumns([BUILDING_NAME_OR_ID, APARTMENT, ROLE]);

/** User detail (docs/behaviour.md, "People"). */
export function UserDetailPage({ userId }: { userId: number | null }) {
  return (
    <>
      <UserTrail userId={userId} />
      <PageHeader title={<Title userId={userId} />} />
      <UserState userId={userId}>{(user, id) => <UserDetail user={user} userId={id} />}</UserState>
      {/* Below the rest, which stays in its place when capabilities name it. */}
      {userId !== null && <PersonalDataCard userId={userId} />}
    </>
  );
}

/** The person's name, once it is known; its line has its height before. */
function Title({ userId }: { userId: number | null }) {
  const { data: user, isPending } = useQuery({
    ...userQueries.detail(userId ?? 0),
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

function UserDetail({ user, userId }: { user: User; userId: number }) {
  return (
    <>
      <Card>
        <CardContent className="flex flex-wrap gap-x-8 gap-y-5 pt-5">
          <ProfileImage url={user.profile_picture} size={96} className="shrink-0 self-start" />
          <dl className="grid min-w-0 flex-1 basis-72 gap-x-8 gap-y-4 sm:grid-cols-2">
            <Fact label={t`Email`}>
              <EmailText email={user.email} />
            </Fact>
            <Fact label={t`Status`}>
              <UserStatus active={user.is_active} />
            </Fact>
            <Fact label={t`Email Verified`}>{user.email_verified ? t`Yes` : t`No`}</Fact>
            <Fact label={t`Created At`}>{formatDateTime(user.created_at)}</Fact>
            <Fact label={t`Updated At`}>{formatDateTime(user.updated_at)}</Fact>
            <Fact label={t`Last Login`}>{formatLast(user.last_login)}</Fact>
          </dl>
          {user.is_active && (
            <Link
              data-key="e"
              data-palette
              to="/users/$userId/edit"
              params={{ userId }}
              className={buttonVariants({ variant: 'secondary' })}
            >
              {t`Edit`}
            </Link>
          )}
        </CardContent>
      </Card>
      <TitledCard title={t`Associations`}>
        <OwnAssociations user={user} columns={ASSOCIATION_COLUMNS} />
      </TitledCard>
    </>
  );
}
