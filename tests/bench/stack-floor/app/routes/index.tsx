import { createFileRoute } from '@tanstack/react-router';
import { startedList } from '../../../reference-list';
import { FirstRows } from '../../../reference-table';

export const Route = createFileRoute('/')({
  ssr: false,
  loader: startedList,
  component: Rows,
});

function Rows() {
  return <FirstRows condos={Route.useLoaderData()} />;
}
