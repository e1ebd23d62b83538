import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { toast } from '~/components/feedback/toast';
import { PageHeader } from '~/components/layout/page-header';
import { TitledCard } from '~/components/ui/card';
import type { User } from '~/contract/user-reading';
import type { Versioned } from '~/contract/versioned';
import { userMutations } from '~/data/users/users.mutations';
import { userQueries } from '~/data/users/users.queries';
import { detailOrMessage } from '~/lib/app-error';
import { t } from '~/lib/texts';
import { useIsShown } from '~/lib/use-is-shown';
import { EditAssociations } from './edit-associations';
import { UserForm } from './user-form';
import { UserState } from './user-state';
import { UserTrail } from './user-trail';

/** For a navigation that discards unsaved changes without asking. */
const SUBMITTED = { ignoreBlocker: true };

/** User edit (docs/behaviour.md, "People"): the names, and which associations to remove. */
export function UserEditPage({ userId }: { userId: number | null }) {
  return (
    <>
      <UserTrail userId={null} />
      <PageHeader title={t`Edit User`} />
      <UserState userId={userId}>{(user, id) => <UserEdit user={user} userId={id} />}</UserState>
    </>
  );
}

function UserEdit({ user, userId }: { user: Versioned<User>; userId: number }) {
  const client = useQueryClient();
  const update = useMutation(userMutations.update(client, userId));
  const navigate = useNavigate();
  const isShown = useIsShown();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const toDetail = (options?: { ignoreBlocker: boolean }) =>
    void navigate({ to: '/users/$userId', params: { userId }, ...options });
  return (
    <>
      <TitledCard className="max-w-4xl" title={t`User Information`}>
        <UserForm
          user={user}
          save={(names, version) => update.mutateAsync({ names, version })}
          reload={() => client.query({ ...userQueries.detail(userId), staleTime: 0 })}
          onSaved={() => {
            toast.success(t`User updated`);
            if (isShown()) toDetail();
          }}
          onServerError={(error) =>
            toast.error(t`Failed to update user: ${detailOrMessage(error)}`)
          }
          // Cancel is deliberate: it discards without asking.
          onCancel={() => (canGoBack ? router.history.back(SUBMITTED) : toDetail(SUBMITTED))}
        />
      </TitledCard>
      <EditAssociations user={user} />
    </>
  );
}
