import { createFileRoute } from '@tanstack/react-router';
import { readDashboardStats } from '~/contract/dashboard-reading';
import { startedAnswer } from '../../../reference-list';
import { Summary } from '../../../reference-screens';

export const Route = createFileRoute('/dashboard')({
  ssr: false,
  loader: () => startedAnswer(readDashboardStats),
  component: Dashboard,
});

function Dashboard() {
  return <Summary stats={Route.useLoaderData()} />;
}
