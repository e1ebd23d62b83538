import { CatchBoundary, Link } from '@tanstack/react-router';
import { Building2, DoorOpen, MailPlus, Users, type LucideIcon } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { lazyPart } from '~/kit/feedback/lazy-part';
import { QueryContent, EmptyState } from '~/kit/feedback/query-state';
import { PageHeader, TitledCard } from '~/kit/ui/card';
import { usePainted } from '~/kit/ui/page-moments';
import { Skeleton } from '~/kit/ui/skeleton';
import type { DashboardStats } from '~/dashboard/reading';
import { dashboardQueries } from '~/dashboard/queries';
import { formatMonth, formatNumber } from '~/language/format';
import { msg, t, translate } from '~/language/texts';
import { FirstSteps } from './first-steps';

const SUMMARY_GRID = 'grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-4';
/**
 * Panels begin as high as their usual lines, so that the chart below does not move. Their height is fixed
 * only in wide windows, where these lines do not wrap.
 */
const PANELS =
  'grid grid-cols-[repeat(auto-fit,minmax(min(100%,22rem),1fr))] gap-4 empty:hidden *:min-h-51.5 md:*:max-h-100 md:*:min-h-76 md:*:overflow-y-auto xl:*:min-h-61 min-[90rem]:*:h-51.5 min-[90rem]:*:min-h-51.5 print:*:h-auto print:*:max-h-none';
const CHART_HEIGHT_PX = 300;

/**
 * Admin Dashboard (docs/behaviour/dashboard.md). Loaded numbers stay when a background refresh fails. The
 * children are two panels below the cards; false if the API has no data for them.
 */
export function DashboardPage({ children = false }: { children?: ReactNode }) {
  return (
    <>
      <PageHeader title={t`Admin Dashboard`} />
      <QueryContent
        query={dashboardQueries.stats()}
        loading={t`Loading...`}
        error={t`Error loading dashboard stats.`}
        skeleton={
          <div className="grid gap-4">
            <div className={SUMMARY_GRID}>
              {Array.from({ length: 4 }, (_, index) => (
                <Skeleton key={index} className="h-32.5 rounded-lg" />
              ))}
            </div>
            <div className={PANELS}>{children && <PanelSkeletons />}</div>
            <Skeleton className="rounded-lg" style={{ height: CHART_HEIGHT_PX + 100 }} />
          </div>
        }
      >
        {(stats) => (
          <div className="grid gap-4">
            <SummaryCards stats={stats} />
            <div className={PANELS}>
              <FirstSteps stats={stats} />
              {children}
            </div>
            <RegistrationsCard months={stats.userRegistrationsByMonth} />
          </div>
        )}
      </QueryContent>
    </>
  );
}

export const PanelSkeletons = () =>
  ['needs', 'latest'].map((panel) => <Skeleton key={panel} className="rounded-lg" />);

const fromLastMonth = (count: number) => t`+${formatNumber(count)} from last month`;

function SummaryCards({ stats }: { stats: DashboardStats }) {
  const counted = t`Added since the first day of this month, by hand or by import`;
  return (
    <ul className={SUMMARY_GRID}>
      <SummaryCard
        title={t`Total Condos`}
        value={stats.totalCondos}
        note={fromLastMonth(stats.newCondosThisMonth)}
        counted={counted}
        to="/condos"
        icon={Building2}
      />
      <SummaryCard
        title={t`Total Apartments`}
        value={stats.totalApartments}
        note={fromLastMonth(stats.newApartmentsThisMonth)}
        counted={counted}
        to="/apartments"
        icon={DoorOpen}
      />
      <SummaryCard
        title={t`Total Users`}
        value={stats.totalUsers}
        note={fromLastMonth(stats.newUsersThisMonth)}
        counted={counted}
        to="/users"
        icon={Users}
      />
      <SummaryCard
        title={t`Pending Invitations`}
        value={stats.pendingInvitations}
        note={t`Awaiting user acceptance`}
        to="/pending-invitations"
        icon={MailPlus}
      />
    </ul>
  );
}

interface SummaryCardProps {
  title: string;
  value: number;
  note: string;
  /** Tooltip and accessible description of the note: what it counts. */
  counted?: string;
  to: string;
  icon: LucideIcon;
}

function SummaryCard({ title, value, note, counted, to, icon: Icon }: SummaryCardProps) {
  return (
    <li className="grid">
      <Link
        to={to}
        title={counted}
        className="grid content-start gap-1 rounded-lg border border-line bg-surface px-5 py-4 shadow-card transition-colors duration-100 hover:border-line-strong"
      >
        <span className="flex items-center justify-between gap-3 text-muted">
          <span className="font-medium">{title}</span>
          <Icon aria-hidden className="size-5 shrink-0" />
        </span>
        <span className="text-display font-semibold tabular-nums">{formatNumber(value)}</span>
        <span className="text-muted">{note}</span>
      </Link>
    </li>
  );
}

type Months = DashboardStats['userRegistrationsByMonth'];

/** The numbers do not wait for the chart, which takes 85 ms to draw. */
const ChartPart = lazyPart(() => import('./registrations-chart'));

const TITLE = msg`User Registrations by Month`;

/** The bar chart's card. A table has the same numbers, for screen readers and as a fallback. */
function RegistrationsCard({ months: counted }: { months: Months }) {
  const titleId = useId();
  const isPainted = usePainted();
  const months = counted.map(({ month, count }) => ({ month: formatMonth(month), count }));
  const table = <MonthsTable months={months} titleId={titleId} />;
  const skeleton = <Skeleton className="size-full" />;
  const figureOf = (chart: ReactNode) => (
    <figure aria-labelledby={titleId}>
      {/* The chart follows a narrower window with a delay and must not widen the page meanwhile. */}
      <div style={{ height: CHART_HEIGHT_PX }} className="w-full overflow-x-clip">
        {chart}
      </div>
      <figcaption className="sr-only">{table}</figcaption>
    </figure>
  );
  return (
    <TitledCard title={<span id={titleId}>{translate(TITLE)}</span>}>
      {months.length === 0 ? (
        <EmptyState
          title={t`No registrations yet`}
          description={t`Months appear here as users join.`}
        />
      ) : (
        // A chart that fails does not affect the rest of the dashboard.
        <CatchBoundary getResetKey={() => ''} errorComponent={() => table}>
          <ChartPart fallback={figureOf(skeleton)} failed={table}>
            {({ RegistrationsChart }) =>
              figureOf(
                isPainted ? (
                  <RegistrationsChart months={months} label={translate(TITLE)} />
                ) : (
                  skeleton
                ),
              )
            }
          </ChartPart>
        </CatchBoundary>
      )}
    </TitledCard>
  );
}

function MonthsTable({ months, titleId }: { months: Months; titleId: string }) {
  return (
    <table aria-labelledby={titleId} className="w-full text-left">
      <thead>
        <tr>
          <th scope="col">{t`Month`}</th>
          <th scope="col">{t`Registrations`}</th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, count }) => (
          <tr key={month}>
            <th scope="row" className="font-normal">
              {month}
            </th>
            <td className="tabular-nums">{formatNumber(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
