import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { lazyPart } from '~/kit/feedback/lazy-part';
import { ListPages } from '~/kit/list/list-table';
import { inLanguage, ListQuery, type ListTexts } from '~/kit/list/list-query';
import { SelectList } from '~/kit/selection/select-list';
import type { Choice } from '~/kit/selection/selection';
import type { SelectColumn } from '~/kit/table/body-row';
import { DataTable } from '~/kit/table/data-table';
import { TitledCard } from '~/kit/ui/card';
import type { FindingKind } from '~/checks/schema';
import type { Finding } from '~/checks/answers';
import { portfolioCheckQueries } from '~/checks/queries';
import { msg, t, translate } from '~/language/texts';
import { findingColumns, findingId, type RenderCompare } from './finding-columns';
import { FINDING_TEXTS } from './finding-texts';
import { TableSkeleton } from '~/kit/ui/skeleton';

const DialogPart = lazyPart(() => import('./set-aside-dialog'));

const TEXTS: ListTexts = {
  loading: msg`Loading findings...`,
  error: () => t`Error loading findings.`,
  empty: { title: msg`No findings.`, description: msg`Nothing of this kind is wrong any more.` },
};
const ASIDE_TEXTS: ListTexts = { ...TEXTS, empty: { title: msg`Nothing is dismissed.` } };

interface FindingListProps {
  kind: FindingKind;
  aside: boolean;
  page: number;
  /** The record whose finding gets the focus when it is there. */
  at: number | null;
  renderCompare: RenderCompare;
}

/** Findings of one kind, open or set aside. */
export function FindingList({ kind, aside, page, at, renderCompare }: FindingListProps) {
  const options = portfolioCheckQueries.list({ kind, aside, page });
  const list = useQuery(options);
  const [toSetAside, setToSetAside] = useState<readonly Finding[]>([]);
  const [select, setSelect] = useState<SelectColumn<Finding>>();
  const columns = useMemo(
    () =>
      findingColumns({
        kind,
        page,
        aside,
        onSetAside: (finding) => setToSetAside([finding]),
        renderCompare,
      }),
    [kind, page, aside, renderCompare],
  );
  // The boxes that choose findings come last, and render the rows again.
  const isReady = list.isSuccess && (aside || select !== undefined);
  useEffect(() => {
    if (at !== null && isReady) document.querySelector<HTMLElement>(`#${findingId(at)} a`)?.focus();
  }, [at, isReady]);
  const close = () => setToSetAside([]);
  const label = translate(FINDING_TEXTS[kind].label);
  const cure = translate(FINDING_TEXTS[kind].cure);
  return (
    <>
      <TitledCard
        title={aside ? t`Dismissed: ${label}` : label}
        actions={
          <Link
            to="/portfolio-check"
            search={aside ? { kind } : { kind, aside: 'yes' }}
            className="link inline-flex min-h-6 items-center"
          >
            {aside ? t`Open` : t`Dismissed`}
          </Link>
        }
        contentClassName="grid gap-4"
      >
        {!aside && <p className="text-muted">{cure}</p>}
        <ListQuery
          query={list}
          queryKey={options.queryKey}
          texts={inLanguage(aside ? ASIDE_TEXTS : TEXTS)}
          count={(loaded) => loaded.findings.length}
          skeleton={<TableSkeleton columns={columns} />}
        >
          {({ data, busy, empty }) =>
            data.findings.length === 0 ? (
              empty
            ) : (
              <>
                {!aside && (
                  <SelectList
                    records={data.findings}
                    // Only records of this page can be chosen.
                    complete
                    toChoice={toChoice}
                    noun={['finding', 'findings']}
                    actions={[
                      {
                        label: t`Dismiss selected`,
                        onPress: (choices) => {
                          const ids = new Set(choices.map(({ id }) => id));
                          setToSetAside(data.findings.filter(({ record }) => ids.has(record.id)));
                        },
                      },
                    ]}
                    onReady={setSelect}
                  />
                )}
                <DataTable
                  select={select}
                  caption={label}
                  columns={columns}
                  data={data.findings}
                  getRowId={recordIdOf}
                  busy={busy}
                  size="narrow"
                />
                <ListPages
                  requested={data.pagination.current_page}
                  total={data.pagination.total_pages}
                />
              </>
            )
          }
        </ListQuery>
      </TitledCard>
      <DialogPart open={toSetAside.length > 0} onClose={close}>
        {({ SetAsideDialog }) => (
          <SetAsideDialog kind={kind} findings={toSetAside} onDone={close} />
        )}
      </DialogPart>
      <p>
        <Link to="/portfolio-check" className="link inline-flex min-h-6 items-center">
          {t`Back to all findings`}
        </Link>
      </p>
    </>
  );
}

function toChoice({ record: { id, name } }: Finding): Choice {
  return { id, name: name ?? `#${id}` };
}

function recordIdOf({ record }: Finding): string {
  return String(record.id);
}
