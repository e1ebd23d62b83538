import { useLanguage } from '~/language/use-language';
import { createFileRoute } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import type { UnknownRecord } from '~/fields/reading';
import { userQueries } from '~/users/queries';
import { earlyRecordRequest } from '~/rpc/fetch';
import { UserDetailPage } from '~/users/screens/user-detail-page';
import { BelowFirst } from '~/kit/layout/below-first';
import { HistoryCard } from '~/history/screens/history-card';
import { recordParams } from '~/fields/fields';
import { msg, t } from '~/language/texts';

export const Route = createFileRoute('/_shell/_admin/users/$userId/')({
  params: recordParams('userId'),
  staticData: {
    earlyRequest: createIsomorphicFn().server((_: object, params: UnknownRecord) =>
      earlyRecordRequest('users.get', params.userId),
    ),
    pending: () => ({ heading: msg`User Details`, loading: msg`Loading user...` }),
  },
  loader: ({ context, params: { userId } }) => {
    if (userId !== null) void context.queryClient.prefetchQuery(userQueries.detail(userId));
  },
  head: () => ({ meta: [{ title: `${t`User Details`} · Condo Admin` }] }),
  component: UserDetailRoute,
});

function UserDetailRoute() {
  useLanguage();
  const { userId } = Route.useParams();
  return (
    <>
      <UserDetailPage key={userId} userId={userId} />
      <BelowFirst key={`history ${userId}`}>
        <HistoryCard kind="user" recordId={userId} />
      </BelowFirst>
    </>
  );
}
