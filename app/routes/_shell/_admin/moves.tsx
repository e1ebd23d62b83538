import { useLanguage } from '~/language/use-language';
import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { Truck } from 'lucide-react';
import { moveSearch } from '~/checks/search';
import { movesList, MovesPage } from '~/checks/screens/moves-page';
import { requireEmbedded } from '~/accounts/screens/guard';
import { msg, t } from '~/language/texts';

export const Route = createFileRoute('/_shell/_admin/moves')({
  validateSearch: moveSearch.validate,
  search: { middlewares: [stripSearchParams(moveSearch.defaults)] },
  beforeLoad: requireEmbedded,
  loaderDeps: ({ search }) => moveSearch.read(search),
  staticData: {
    menu: { label: msg`Moves`, icon: Truck, position: 4, letter: 'm' },
    pending: createIsomorphicFn().server(() => movesList),
  },
  head: () => ({ meta: [{ title: `${t`Moves`} · Condo Admin` }] }),
  component: MovesRoute,
});

function MovesRoute() {
  useLanguage();
  const search = Route.useLoaderDeps();
  return <MovesPage search={search} />;
}
