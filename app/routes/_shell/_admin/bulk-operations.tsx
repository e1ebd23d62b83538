import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { BulkPage } from '~/features/bulk/bulk-page';
import { bulkSearch } from '~/data/bulk/bulk-search';

export const Route = createFileRoute('/_shell/_admin/bulk-operations')({
  validateSearch: bulkSearch.validate,
  search: { middlewares: [stripSearchParams(bulkSearch.defaults)] },
  head: () => ({ meta: [{ title: 'Bulk Operations · Condo Admin' }] }),
  component: BulkRoute,
});

function BulkRoute() {
  const search = bulkSearch.read(Route.useSearch());
  // Opened for something else, the flow begins again.
  return <BulkPage key={`${search.type} ${search.condo_id}`} {...search} />;
}
