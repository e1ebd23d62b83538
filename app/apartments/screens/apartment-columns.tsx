import { unitHash } from '~/apartments/search';
import type { Apartment } from '~/apartments/fields';
import {
  apartmentActions,
  type ApartmentHandlers,
} from '~/apartments/screens/form/delete-apartment';
import type { OccupiedApartment } from '~/apartments/schema';
import { columnsOf } from '~/kit/table/table-features';
import { CompactActions, RowActions } from '~/kit/table/row-actions';
import { RowLink } from '~/kit/table/row-links';
import { textOrDash, formatDateOnly, formatNumber } from '~/language/format';
import { msg, t } from '~/language/texts';
import { RoleText } from '~/users/tenancy/role-text';
import { currentOf, isVacant, TenantLink, vacancyOf } from '~/users/tenancy/tenancy-list';

const { columns, column, actions } = columnsOf<OccupiedApartment>();

export function apartmentColumns(handlers: ApartmentHandlers) {
  return columns([
    column('condo_name', msg`Building`, ({ condo_name }) => textOrDash(condo_name), {
      width: '16%',
      narrow: '19%',
      sortable: true,
      selectable: true,
      phone: 'title',
    }),
    column('apartment_number', msg`Number`, (apartment) => <ApartmentLink {...apartment} />, {
      width: '5.5rem',
      narrow: '4.25rem',
      sortable: true,
      phone: 'note',
    }),
    numberColumn('floor_number', msg`Floor`, '4.75rem'),
    numberColumn('bedrooms', msg`Rooms`, '5rem'),
    numberColumn('sqmt', msg`Sqmt`, '5rem'),
    column('residents', msg`Residents`, (apartment) => <Residents {...apartment} />, {
      phone: 'note',
    }),
    column('since', msg`Since`, (apartment) => <Since {...apartment} />, {
      width: '6.75rem',
      narrow: 'hidden',
    }),
    column('vacant', msg`Vacant`, ({ tenancies }) => vacantText(tenancies), {
      width: '13%',
      narrow: '14%',
      phone: 'note',
    }),
    // A menu instead of buttons, since the residents need the width.
    actions(
      '5rem',
      (apartment) => (
        <CompactActions value>
          <RowActions
            describedBy={numberId(apartment)}
            actions={apartmentActions(apartment, handlers)}
          />
        </CompactActions>
      ),
      { narrow: '4.75rem', asks: 'propose' },
    ),
  ]);
}

function numberColumn(name: 'floor_number' | 'bedrooms' | 'sqmt', header: string, width: string) {
  const cell = (apartment: OccupiedApartment) => formatNumber(apartment[name]);
  return column(name, header, cell, { width, narrow: '4.25rem', numeric: true, sortable: true });
}

const numberId = ({ id }: Pick<Apartment, 'id'>) => `apartment-${id}`;

/** Link to the apartment on its building's page. A click anywhere on the row follows it. */
function ApartmentLink({ id, condo_id, apartment_number }: OccupiedApartment) {
  return (
    <RowLink
      id={numberId({ id })}
      link={{
        to: '/condos/$condoId',
        params: { condoId: condo_id },
        hash: unitHash(apartment_number) ?? '',
      }}
      opensRow
      translate="no"
      className="rounded-xs font-semibold hover:underline"
    >
      {apartment_number}
    </RowLink>
  );
}

function Residents({ tenancies }: OccupiedApartment) {
  const residents = currentOf(tenancies);
  if (residents.length === 0) return '-';
  return (
    <ul className="phone:contents">
      {residents.map((tenancy) => (
        <li key={tenancy.id} className="phone:mr-2 phone:inline">
          <TenantLink {...tenancy} /> <RoleText role={tenancy.role} />
        </li>
      ))}
    </ul>
  );
}

function Since({ tenancies }: OccupiedApartment) {
  const residents = currentOf(tenancies);
  if (residents.length === 0) return '-';
  return (
    <ul className="phone:contents">
      {residents.map(({ id, since }) => (
        <li key={id}>{formatDateOnly(since)}</li>
      ))}
    </ul>
  );
}

/** "Vacant" for an apartment without any known association. */
function vacantText(tenancies: OccupiedApartment['tenancies']): string {
  return vacancyOf(tenancies).join(', ') || (isVacant(tenancies) ? t`Vacant` : '-');
}
