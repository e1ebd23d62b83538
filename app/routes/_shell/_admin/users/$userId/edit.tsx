import { createFileRoute } from '@tanstack/react-router';
import { userQueries } from '~/data/users/users.queries';
import { UserEditPage } from '~/features/users/user-edit-page';
import { recordParams } from '~/lib/record-id';
import { t } from '~/lib/texts';
import { useLanguage } from '~/lib/use-language';

export const Route = createFileRoute('/_shell/_admin/users/$userId/edit')({
  params: recordParams('userId'),
  loader: ({ context, params: { userId } }) => {
    if (userId !== null) void context.queryClient.prefetchQuery(userQueries.detail(userId));
  },
  head: () => ({ meta: [{ title: `${t`Edit User`} · Condo Admin` }] }),
  component: UserEditRoute,
});

function UserEditRoute() {
  useLanguage();
  const { userId } = Route.useParams();
  return <UserEditPage key={userId} userId={userId} />;
}
