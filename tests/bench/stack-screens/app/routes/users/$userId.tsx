import { createFileRoute } from '@tanstack/react-router';
import { readRecord } from '~/contract/reading';
import { readUser } from '~/contract/user-reading';
import { startedAnswer } from '../../../../reference-list';
import { UserDetail } from '../../../../reference-screens';

export const Route = createFileRoute('/users/$userId')({
  ssr: false,
  loader: () => startedAnswer((answer) => readUser(readRecord(answer))),
  component: User,
});

function User() {
  return <UserDetail user={Route.useLoaderData()} />;
}
