import { Link } from '@tanstack/react-router';
import { Building2, DoorOpen, MailPlus, Users, type LucideIcon } from 'lucide-react';
import { QueryContent } from '~/components/feedback/query-content';
import { PageHeader } from '~/components/layout/page-header';
import { Skeleton } from '~/components/ui/skeleton';
import type { DashboardStats } from '~/contract/dashboard';
import { dashboardQueries } from '~/data/dashboard/dashboard.queries';
import { formatNumber } from '~/lib/format';
import { t } from '~/lib/texts';
import { RegistrationsCard } from './registrations-card';
import { CHART_HEIGHT_PX, SUMMARY_GRID } from './summary-grid';

/** Admin Dashboard (docs/behaviour.md, "Dashboard"). Loaded numbers stay when a background refresh fails. */
export function DashboardPage() {
  return (
    <>
      <PageHeader title={t`Admin Dashboard`} />
      <QueryContent
        query={dashboardQueries.stats()}
        loading={t`Loading...`}
        error={t`Error loading dashboard stats.`}
        skeleton={
          <div className="grid gap-6">
            <div className={SUMMARY_GRID}>
              {Array.from({ length: 4 }, (_, index) => (
                <Skeleton key={index} className="h-32.5 rounded-lg md:h-38.5" />
              ))}
            </div>
            <Skeleton className="rounded-lg" style={{ height: CHART_HEIGHT_PX + 100 }} />
          </div>
        }
      >
        {(stats) => (
          <div className="grid gap-6">
            <SummaryCards stats={stats} />
            <RegistrationsCard months={stats.userRegistrationsByMonth} />
          </div>
        )}
      </QueryContent>
    </>
  );
}

const fromLastMonth = (count: number) => t`+${formatNumber(count)} from last month`;

function SummaryCards({ stats }: { stats: DashboardStats }) {
  return (
    <ul className={SUMMARY_GRID}>
      <SummaryCard
        title={t`Total Condos`}
        value={stats.totalCondos}
        note={fromLastMonth(stats.newCondosThisMonth)}
        to="/condos"
        icon={Building2}
      />
      <SummaryCard
        title={t`Total Apartments`}
        value={stats.totalApartments}
        note={fromLastMonth(stats.newApartmentsThisMonth)}
        to="/apartments"
        icon={DoorOpen}
      />
      <SummaryCard
        title={t`Total Users`}
        value={stats.totalUsers}
        note={fromLastMonth(stats.newUsersThisMonth)}
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
  to: string;
  icon: LucideIcon;
}

function SummaryCard({ title, value, note, to, icon: Icon }: SummaryCardProps) {
  return (
    <li className="grid">
      <Link
        to={to}
        className="grid content-start gap-1 rounded-lg border border-line bg-surface px-5 py-4 md:gap-3 md:py-5 shadow-card transition-colors duration-100 hover:border-line-strong"
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
