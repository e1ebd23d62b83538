import { Link } from '@tanstack/react-router';
import type { Move } from '~/checks/answers';
import { moveQueries } from '~/checks/queries';
import type { moveSearch } from '~/checks/search';
import { shownEmail } from '~/fields/shown-email';
import { EmptyState, QueryContent } from '~/kit/feedback/query-state';
import { columnsOf } from '~/kit/table/table-features';
import { DataTable } from '~/kit/table/data-table';
import { PageHeader, TitledCard } from '~/kit/ui/card';
import { TableSkeleton } from '~/kit/ui/skeleton';
import { textOrDash, formatDateOnly, formatNumber, titleCase } from '~/language/format';
import { msg, t, translate } from '~/language/texts';

const { columns, column } = columnsOf<Move>();

export const movesList = {
  heading: msg`Moves`,
  loading: msg`Loading moves...`,
  columns: columns([
    column('apartment_number', msg`Apartment`, ({ apartment_number: number }) => (
      <span translate="no">{textOrDash(number)}</span>
    )),
    column('floor_number', msg`Floor`, ({ floor_number: floor }) => formatNumber(floor)),
    column('bedrooms', msg`Rooms`, ({ bedrooms }) => formatNumber(bedrooms)),
    column('name', msg`Name`, ({ name, email }) => (
      <span translate="no">{name ?? textOrDash(shownEmail(email ?? ''))}</span>
    )),
    column('role', msg`Role`, ({ role }) => titleCase(role)),
    column('since', msg`First day`, ({ since, from_apartment: from }) => (
      <>
        {formatDateOnly(since)}
        {from !== null && <span className="block text-muted">{t`from apartment ${from}`}</span>}
      </>
    )),
    column('until', msg`Last day`, ({ until }) => formatDateOnly(until)),
    column('reported_on', msg`Reported on`, ({ reported_on: day }) => formatDateOnly(day)),
  ]),
};

/**
 * Print view of moves with the data that communes ask for (docs/behaviour/portfolio-check.md), one page per
 * building.
 */
export function MovesPage({ search }: { search: typeof moveSearch.defaults }) {
  return (
    <>
      <PageHeader
        title={translate(movesList.heading)}
        description={t`Owners and renters who move in or out within 14 days before or after today.`}
      />
      <QueryContent
        query={moveQueries.list(search)}
        loading={translate(movesList.loading)}
        error={t`Error loading moves.`}
        skeleton={<TableSkeleton columns={movesList.columns} />}
      >
        {(moves) => (
          <div className="space-y-6">
            {moves.length === 0 && <EmptyState title={t`Nobody moves in these days.`} />}
            {[...Map.groupBy(moves, ({ condo_id }) => condo_id)].map(([condoId, ofCondo]) => (
              <MovesOfCondo key={condoId} moves={ofCondo} />
            ))}
          </div>
        )}
      </QueryContent>
      <Link
        to="/portfolio-check"
        search={{ kind: 'unreported_move' }}
        className="link print:hidden"
      >
        {t`Moves that are not reported`}
      </Link>
    </>
  );
}

function MovesOfCondo({ moves }: { moves: readonly Move[] }) {
  const [first] = moves;
  if (!first) return null;
  const { condo_name: name, address, zip_code, city, state } = first;
  return (
    <TitledCard
      title={<span translate="no">{name}</span>}
      className="not-first:print:break-before-page"
    >
      <p
        translate="no"
        className="pb-3 wrap-anywhere"
      >{`${address}, ${zip_code} ${city}, ${state}`}</p>
      <DataTable
        caption={t`Moves in ${name}`}
        columns={movesList.columns}
        data={moves}
        size="narrow"
      />
    </TitledCard>
  );
}
