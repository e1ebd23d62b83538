import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { portfolioCheckSearch } from '~/checks/search';
import { PortfolioCheckPage } from '~/checks/screens/portfolio-check-page';
import { requireEmbedded } from '~/accounts/screens/guard';
import { CompareUsers } from '~/users/screens/compare-users';
import { t } from '~/language/texts';
import { useLanguage } from '~/language/use-language';

/** Without a loader: the code of its queries is loaded with the screen, not with the panel. */
export const Route = createFileRoute('/_shell/_admin/portfolio-check')({
  validateSearch: portfolioCheckSearch.validate,
  search: { middlewares: [stripSearchParams(portfolioCheckSearch.defaults)] },
  beforeLoad: requireEmbedded,
  loaderDeps: ({ search }) => portfolioCheckSearch.read(search),
  head: () => ({ meta: [{ title: `${t`Portfolio Check`} · Condo Admin` }] }),
  component: PortfolioCheckRoute,
});

function PortfolioCheckRoute() {
  useLanguage();
  const search = Route.useLoaderDeps();
  return <PortfolioCheckPage search={search} renderCompare={compareUsers} />;
}

function compareUsers(ids: readonly number[], describedBy: string) {
  return <CompareUsers ids={ids} describedBy={describedBy} />;
}
