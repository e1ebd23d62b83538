import { QueryClient, QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { fetchList } from '../reference-list';
import { VirtualTable } from '../reference-table';

const client = new QueryClient();
const list = queryOptions({ queryKey: ['condos'], queryFn: fetchList });

const root = createRootRoute();
const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  loader: () => void client.prefetchQuery(list),
  component: Buildings,
});
const router = createRouter({ routeTree: root.addChildren([home]) });

function Buildings() {
  const { data } = useQuery(list);
  return data ? <VirtualTable condos={data} /> : <p>Loading</p>;
}

const place = document.getElementById('root');
if (place) {
  createRoot(place).render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
