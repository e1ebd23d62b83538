import { useLanguage } from '~/language/use-language';
import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { ListChecks } from 'lucide-react';
import { portfolioCheckSearch } from '~/checks/search';
import { findingsList, PortfolioCheckPage } from '~/checks/screens/portfolio-check-page';
import { requireEmbedded } from '~/accounts/screens/guard';
import { CompareUsers } from '~/users/screens/compare-users';
import { msg, t } from '~/language/texts';

export const Route = createFileRoute('/_shell/_admin/portfolio-check')({
  validateSearch: portfolioCheckSearch.validate,
  search: { middlewares: [stripSearchParams(portfolioCheckSearch.defaults)] },
  beforeLoad: requireEmbedded,
  loaderDeps: ({ search }) => portfolioCheckSearch.read(search),
  staticData: {
    menu: { label: msg`Portfolio Check`, icon: ListChecks, position: 3, letter: 'p' },
    pending: createIsomorphicFn().server(() => findingsList),
  },
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
