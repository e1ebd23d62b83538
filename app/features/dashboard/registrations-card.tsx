import { CatchBoundary } from '@tanstack/react-router';
import { useId } from 'react';
import { lazyModule, useLazyModule } from '~/components/feedback/lazy-module';
import { EmptyState } from '~/components/feedback/query-state';
import { TitledCard } from '~/components/ui/card';
import { Skeleton } from '~/components/ui/skeleton';
import type { DashboardStats } from '~/contract/dashboard';
import { formatMonth, formatNumber } from '~/lib/format';
import { msg, t, translate } from '~/lib/texts';
import { usePainted } from '~/lib/use-painted';
import { CHART_HEIGHT_PX } from './summary-grid';

type Months = DashboardStats['userRegistrationsByMonth'];

/** The chart library is 105 kB: it loads when the dashboard's numbers have been painted. */
const chart = lazyModule(() => import('./registrations-chart'));

const TITLE = msg`User Registrations by Month`;

/** The bar chart's card. The same numbers are in a table, for screen readers and as the fallback of the chart. */
export function RegistrationsCard({ months }: { months: Months }) {
  const titleId = useId();
  const labelled = months.map(({ month, count }) => ({ month: formatMonth(month), count }));
  return (
    <TitledCard title={<span id={titleId}>{translate(TITLE)}</span>}>
      {labelled.length === 0 ? (
        <EmptyState
          title={t`No registrations yet`}
          description={t`Months appear here as users join.`}
        />
      ) : (
        <Registrations months={labelled} titleId={titleId} />
      )}
    </TitledCard>
  );
}

interface RegistrationsProps {
  months: Months;
  titleId: string;
}

function Registrations({ months, titleId }: RegistrationsProps) {
  const painted = usePainted();
  const { module, failed } = useLazyModule(chart, 'painted');
  const table = <MonthsTable months={months} titleId={titleId} />;
  if (failed) return table;
  return (
    // A chart that fails does not affect the rest of the dashboard.
    <CatchBoundary getResetKey={() => ''} errorComponent={() => table}>
      <figure aria-labelledby={titleId}>
        {/* The chart follows a narrower window a moment later: it does not widen the page meanwhile. */}
        <div style={{ height: CHART_HEIGHT_PX }} className="w-full overflow-x-clip">
          {painted && module ? (
            <module.RegistrationsChart months={months} label={translate(TITLE)} />
          ) : (
            <Skeleton className="size-full" />
          )}
        </div>
        <figcaption className="sr-only">{table}</figcaption>
      </figure>
    </CatchBoundary>
  );
}

function MonthsTable({ months, titleId }: RegistrationsProps) {
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
