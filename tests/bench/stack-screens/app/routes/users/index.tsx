import { createFileRoute } from '@tanstack/react-router';
import { readUserPage } from '~/contract/user-reading';
import { startedAnswer } from '../../../../reference-list';
import { UserTable } from '../../../../reference-screens';

export const Route = createFileRoute('/users/')({
  ssr: false,
  loader: () => startedAnswer(readUserPage),
  component: Users,
});

function Users() {
  return <UserTable page={Route.useLoaderData()} />;
}
