import { PageHeader } from '~/components/layout/page-header';
import type { PortfolioCheckSearch } from '~/data/portfolio-check/portfolio-check-search';
import { t } from '~/lib/texts';
import { FindingCounts } from './finding-counts';
import type { RenderCompare } from './finding-columns';
import { FindingList } from './finding-list';

interface PortfolioCheckPageProps {
  search: PortfolioCheckSearch;
  /** Stable between renders. */
  renderCompare: RenderCompare;
}

/** The portfolio check (docs/behaviour.md, "Portfolio check"): the counts, or the findings of one kind. */
export function PortfolioCheckPage({ search, renderCompare }: PortfolioCheckPageProps) {
  const { kind, aside, page, at } = search;
  return (
    <>
      <PageHeader title={t`Portfolio Check`} />
      {kind === '' ? (
        <FindingCounts />
      ) : (
        <FindingList
          key={`${kind} ${aside}`}
          kind={kind}
          aside={aside === 'yes'}
          page={page}
          at={at}
          renderCompare={renderCompare}
        />
      )}
    </>
  );
}
