import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PageHeader, TitledCard } from '~/kit/ui/card';
import { inLanguage, ListQuery } from '~/kit/list/list-query';
import { columnsOf } from '~/kit/table/table-features';
import { DataTable } from '~/kit/table/data-table';
import { Button } from '~/kit/ui/button';
import { FINDING_KINDS } from '~/checks/schema';
import type { FindingCount } from '~/checks/answers';
import type { PortfolioCheckSearch } from '~/checks/search';
import { portfolioCheckQueries } from '~/checks/queries';
import { formatCount, formatNumber } from '~/language/format';
import { msg, t, translate } from '~/language/texts';
import type { RenderCompare } from './finding-columns';
import { FindingList } from './finding-list';
import { FINDING_TEXTS } from './finding-texts';
import { TableSkeleton } from '~/kit/ui/skeleton';

interface PortfolioCheckPageProps {
  search: PortfolioCheckSearch;
  /** Must be stable between renders. */
  renderCompare: RenderCompare;
}

/** The portfolio check (docs/behaviour/portfolio-check.md): the counts, or the findings of one kind. */
export function PortfolioCheckPage({ search, renderCompare }: PortfolioCheckPageProps) {
  const { kind, aside, page, at, as_of } = search;
  return (
    <>
      <PageHeader title={translate(findingsList.heading)} />
      {kind === '' ? (
        <FindingCounts />
      ) : (
        <FindingList
          key={`${kind} ${aside}`}
          kind={kind}
          aside={aside === 'yes'}
          page={page}
          at={at}
          asOf={as_of}
          renderCompare={renderCompare}
        />
      )}
    </>
  );
}

const { columns, column } = columnsOf<FindingCount>();

export const findingsList = {
  heading: msg`Portfolio Check`,
  loading: msg`Checking the portfolio...`,
  error: () => t`The portfolio could not be checked.`,
  empty: { title: msg`There is nothing to check.` },
  columns: columns([
    column('kind', msg`Finding`, (finding) => <FindingLink finding={finding} />),
    column('count', msg`Count`, (finding) => formatNumber(finding.count), { width: '7rem' }),
    column('under_way', msg`Under Way`, (finding) => formatNumber(finding.under_way), {
      width: '7rem',
    }),
    column('set_aside', msg`Dismissed`, (finding) => <AsideLink finding={finding} />, {
      width: '7rem',
    }),
  ]),
};

/** Every kind of finding with its current count, linked to its list. */
function FindingCounts() {
  const counts = useQuery(portfolioCheckQueries.counts());
  const all = counts.data ?? [];
  const failed = all.filter(hasFound);
  const passed = all.filter((one) => !hasFound(one));
  return (
    <TitledCard
      title={t`What is wrong with my portfolio?`}
      actions={
        <Button
          variant="secondary"
          size="sm"
          aria-disabled={counts.isFetching}
          onClick={() => void counts.refetch()}
        >
          {counts.isFetching ? t`Checking...` : t`Check again`}
        </Button>
      }
    >
      <ListQuery
        query={counts}
        queryKey={portfolioCheckQueries.counts().queryKey}
        texts={inLanguage(findingsList)}
        count={(loaded) => loaded.length}
        skeleton={<TableSkeleton columns={findingsList.columns} rows={FINDING_KINDS.length} />}
      >
        {({ data, empty }) =>
          data.length === 0 ? (
            empty
          ) : (
            <>
              {failed.length > 0 && (
                <DataTable
                  caption={t`Findings`}
                  columns={findingsList.columns}
                  data={failed}
                  getRowId={kindOf}
                  size="narrow"
                />
              )}
              <Passed passed={passed} all={failed.length === 0} />
            </>
          )
        }
      </ListQuery>
    </TitledCard>
  );
}

const hasFound = ({ count, under_way, set_aside }: FindingCount) =>
  count + under_way + set_aside > 0;

function Passed({ passed, all }: { passed: readonly FindingCount[]; all: boolean }) {
  if (passed.length === 0) return null;
  return (
    <details className="pt-4">
      <summary className="cursor-pointer text-muted">
        {all ? t`All checks passed.` : t`${formatCount(passed.length, 'check', 'checks')} passed`}
      </summary>
      <ul className="mt-2 grid gap-1">
        {passed.map(({ kind }) => (
          <li key={kind}>{translate(FINDING_TEXTS[kind].label)}</li>
        ))}
      </ul>
    </details>
  );
}

function FindingLink({ finding: { kind, count, under_way: underWay } }: { finding: FindingCount }) {
  const label = translate(FINDING_TEXTS[kind].label);
  if (count + underWay === 0) return <span className="text-muted">{label}</span>;
  return (
    <Link to="/portfolio-check" search={{ kind }} className="link font-medium">
      {label}
    </Link>
  );
}

function AsideLink({ finding: { kind, set_aside: setAside } }: { finding: FindingCount }) {
  if (setAside === 0) return <>-</>;
  const label = translate(FINDING_TEXTS[kind].label);
  return (
    <Link
      to="/portfolio-check"
      search={{ kind, aside: 'yes' }}
      aria-label={t`${setAside} dismissed: ${label}`}
      className="link inline-flex min-h-6 items-center"
    >
      {formatNumber(setAside)}
    </Link>
  );
}

const kindOf = ({ kind }: FindingCount): string => kind;
