import { useLanguage } from '~/language/use-language';
import { createFileRoute } from '@tanstack/react-router';
import { userQueries } from '~/users/queries';
import { UserEditPage } from '~/users/screens/user-edit-page';
import { recordParams } from '~/fields/fields';
import { msg, t } from '~/language/texts';

export const Route = createFileRoute('/_shell/_admin/users/$userId/edit')({
  params: recordParams('userId'),
  loader: ({ context, params: { userId } }) => {
    if (userId !== null) void context.queryClient.prefetchQuery(userQueries.detail(userId));
  },
  staticData: {
    asks: 'propose',
    pending: () => ({ heading: msg`Edit User`, loading: msg`Loading user...` }),
  },
  head: () => ({ meta: [{ title: `${t`Edit User`} · Condo Admin` }] }),
  component: UserEditRoute,
});

function UserEditRoute() {
  useLanguage();
  const { userId } = Route.useParams();
  return <UserEditPage key={userId} userId={userId} />;
}
