import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
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
import type { FindingAct } from './finding-dialog';
import { FINDING_TEXTS, isMove, isSharing } from './finding-texts';
import { DayChoice } from '~/kit/form/date-input';
import { formatDateOnly } from '~/language/format';
import type { TenancyTask } from '~/users/tenancy/task';
import { TableSkeleton } from '~/kit/ui/skeleton';
import { TaskDialog } from '~/users/tenancy/task-dialog';

const DialogPart = lazyPart(() => import('./finding-dialog'));

const TEXTS: ListTexts = {
  loading: msg`Loading findings...`,
  error: () => t`Error loading findings.`,
  empty: { title: msg`No findings.`, description: msg`Nothing of this kind is wrong any more.` },
};
const NONE = { act: 'dismiss', findings: [] } as const;
const ASIDE_TEXTS: ListTexts = { ...TEXTS, empty: { title: msg`Nothing is dismissed.` } };

interface FindingListProps {
  kind: FindingKind;
  aside: boolean;
  page: number;
  /** Id of the record that gets the focus once its finding is listed. */
  at: number | null;
  /** The day of the list; empty means today. */
  asOf: string;
  renderCompare: RenderCompare;
}

/** Findings of one kind, open or dismissed. */
export function FindingList({ kind, aside, page, at, asOf, renderCompare }: FindingListProps) {
  const options = portfolioCheckQueries.list({ kind, aside, page, as_of: asOf });
  const list = useQuery(options);
  const navigate = useNavigate();
  const [acting, setActing] = useState<{ act: FindingAct; findings: readonly Finding[] }>(NONE);
  const [task, setTask] = useState<TenancyTask | null>(null);
  const [select, setSelect] = useState<SelectColumn<Finding>>();
  const columns = useMemo(
    () =>
      findingColumns({
        kind,
        page,
        aside,
        asOf,
        onAct: (act, finding) => setActing({ act, findings: [finding] }),
        onTask: setTask,
        renderCompare,
      }),
    [kind, page, aside, asOf, renderCompare],
  );
  const isSelectable = !aside && asOf === '';
  // The boxes that choose findings appear last, since they render all rows again.
  const isReady = list.isSuccess && (!isSelectable || select !== undefined);
  useEffect(() => {
    if (at !== null && isReady) document.querySelector<HTMLElement>(`#${findingId(at)} a`)?.focus();
  }, [at, isReady]);
  const close = () => setActing(NONE);
  const label = translate(FINDING_TEXTS[kind].label);
  const title = asOf === '' ? label : `${label} · ${t`As of ${formatDateOnly(asOf)}`}`;
  const cure = translate(FINDING_TEXTS[kind].cure);
  const act = (name: FindingAct, findings: readonly Finding[]) => (choices: readonly Choice[]) => {
    const ids = new Set(choices.map(({ id }) => id));
    setActing({ act: name, findings: findings.filter(({ record }) => ids.has(record.id)) });
  };
  const print = (choices: readonly Choice[]) => {
    void navigate({ to: '/moves', search: { ids: choices.map(({ id }) => id).join(',') } });
  };
  return (
    <>
      <TitledCard
        title={aside ? t`Dismissed: ${label}` : title}
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
        {!aside && kind === 'empty_apartment' && (
          <DayChoice
            label={t`As of a day`}
            day={asOf}
            onDay={(as_of) =>
              void navigate({ to: '/portfolio-check', search: { kind, as_of }, replace: true })
            }
          />
        )}
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
                {isSelectable && (
                  <SelectList
                    records={data.findings}
                    // The selection is limited to this page.
                    complete
                    toChoice={toChoice}
                    noun={['finding', 'findings']}
                    actions={[
                      ...(kind === 'unreported_move'
                        ? [{ label: t`Report selected`, onPress: act('report', data.findings) }]
                        : []),
                      ...(isMove(kind)
                        ? [{ label: t`Print selected`, asks: 'look' as const, onPress: print }]
                        : []),
                      {
                        label: isSharing(kind) ? t`Mark selected as shared` : t`Dismiss selected`,
                        onPress: act('dismiss', data.findings),
                      },
                    ]}
                    onReady={setSelect}
                  />
                )}
                <DataTable
                  select={isSelectable ? select : undefined}
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
      <DialogPart open={acting.findings.length > 0} onClose={close}>
        {({ FindingDialog }) => <FindingDialog kind={kind} {...acting} onDone={close} />}
      </DialogPart>
      <TaskDialog task={task} onDone={() => setTask(null)} />
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
