import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { condoListRequest } from '~/data/condos/condo-list-request';
import { condoQueries } from '~/data/condos/condos.queries';
import { CondosPage } from '~/features/condos/condos-page';
import {
  CONDO_SORT_DEFAULTS,
  readCondoSearch,
  validateCondoSearch,
} from '~/features/condos/condo-search';

export const Route = createFileRoute('/_shell/_admin/condos/')({
  validateSearch: validateCondoSearch,
  search: { middlewares: [stripSearchParams(CONDO_SORT_DEFAULTS)] },
  staticData: { earlyRequest: (search) => condoListRequest(readCondoSearch({ ...search })) },
  loaderDeps: ({ search }) => readCondoSearch(search),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(condoQueries.list(deps)),
  head: () => ({ meta: [{ title: 'Building Management · Condo Admin' }] }),
  component: CondosRoute,
});

function CondosRoute() {
  return <CondosPage query={Route.useLoaderDeps()} />;
}
