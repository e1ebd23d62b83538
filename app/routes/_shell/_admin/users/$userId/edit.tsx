import { createFileRoute } from '@tanstack/react-router';
import { userQueries } from '~/data/users/users.queries';
import { UserEditPage } from '~/features/users/user-edit-page';
import { parseRecordId, stringifyRecordId } from '~/lib/record-id';

export const Route = createFileRoute('/_shell/_admin/users/$userId/edit')({
  params: {
    parse: ({ userId }) => ({ userId: parseRecordId(userId) }),
    stringify: ({ userId }) => ({ userId: stringifyRecordId(userId) }),
  },
  loader: ({ context, params: { userId } }) => {
    if (userId !== null) void context.queryClient.prefetchQuery(userQueries.detail(userId));
  },
  head: () => ({ meta: [{ title: 'Edit User · Condo Admin' }] }),
  component: UserEditRoute,
});

function UserEditRoute() {
  const { userId } = Route.useParams();
  return <UserEditPage key={userId} userId={userId} />;
}
