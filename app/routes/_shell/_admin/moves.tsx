import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { moveSearch } from '~/checks/search';
import { MovesPage } from '~/checks/screens/moves-page';
import { requireEmbedded } from '~/accounts/screens/guard';
import { t } from '~/language/texts';
import { useLanguage } from '~/language/use-language';

export const Route = createFileRoute('/_shell/_admin/moves')({
  validateSearch: moveSearch.validate,
  search: { middlewares: [stripSearchParams(moveSearch.defaults)] },
  beforeLoad: requireEmbedded,
  loaderDeps: ({ search }) => moveSearch.read(search),
  head: () => ({ meta: [{ title: `${t`Moves`} · Condo Admin` }] }),
  component: MovesRoute,
});

function MovesRoute() {
  useLanguage();
  return <MovesPage search={Route.useLoaderDeps()} />;
}
