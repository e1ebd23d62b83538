import { UnitText } from '~/kit/ui/record-texts';
import { useLanguage } from '~/language/use-language';
import { unitHash } from '~/apartments/search';
import { useQuery } from '@tanstack/react-query';
import { memo, useId } from 'react';
import { condoQueries } from '~/condos/queries';
import { condoSearch } from '~/condos/search';
import type { SelectColumn } from '~/kit/table/body-row';
import { RowActions } from '~/kit/table/row-actions';
import { RowLink } from '~/kit/table/row-links';
import type { Apartment } from '~/apartments/fields';
import {
  apartmentActions,
  type ApartmentHandlers,
} from '~/apartments/screens/form/delete-apartment';
import { textOrDash, formatNumber } from '~/language/format';
import { t } from '~/language/texts';
import { Fact } from '~/kit/ui/card';

export interface ApartmentCardProps extends ApartmentHandlers {
  apartment: Apartment;
  /** Position among all cards, from 1. */
  position: number;
  count: number;
  select: SelectColumn<Apartment> | undefined;
  chosen: boolean;
}

export const ApartmentCard = memo(function ApartmentCard(props: ApartmentCardProps) {
  const { apartment, position, count, select, chosen } = props;
  useLanguage();
  const titleId = useId();
  return (
    <div
      role="listitem"
      aria-labelledby={titleId}
      aria-setsize={count}
      aria-posinset={position}
      className="relative flex flex-col rounded-lg border border-line bg-surface px-5 pt-4 pb-5 shadow-card phone:h-22 phone:py-1.5 phone:pr-14 phone:pl-11"
    >
      <div className="relative -ml-5 pl-11 phone:static phone:ml-0 phone:pl-0">
        <h2
          id={titleId}
          className="text-lg font-semibold wrap-anywhere phone:line-clamp-1 phone:text-base"
        >
          <UnitText number={apartment.apartment_number} />
        </h2>
        {select?.row(apartment, chosen)}
      </div>
      <dl className="facts mt-3 grid grid-cols-2 gap-x-4 gap-y-2.5 tabular-nums">
        <Fact label={t`Floor`}>{formatNumber(apartment.floor_number)}</Fact>
        <Fact label={t`Bedrooms`}>{formatNumber(apartment.bedrooms)}</Fact>
        <Fact label={t`Bathrooms`}>{formatNumber(apartment.bathrooms)}</Fact>
        <Fact label={t`Parking`}>{apartment.has_parking ? t`Yes` : t`No`}</Fact>
        <Fact label={t`Sqmt`}>{formatNumber(apartment.sqmt)}</Fact>
        <Fact label={t`Condo ID`} translate="no">
          <CondoId apartment={apartment} />
        </Fact>
        <div className="col-span-full">
          <dt className="text-sm text-muted">{t`Notes`}</dt>
          <dd className="line-clamp-4 whitespace-pre-line wrap-anywhere">
            {textOrDash(apartment.notes)}
          </dd>
        </div>
      </dl>
      {apartment.id !== null && (
        <div className="-ml-2.5 mt-auto flex pt-4 phone:absolute phone:inset-y-0 phone:right-2 phone:items-center phone:pt-0">
          <RowActions describedBy={titleId} actions={apartmentActions(apartment, props)} />
        </div>
      )}
    </div>
  );
});

/**
 * Link to the apartment on its building's page. A click anywhere on the card follows it. Long names are
 * cut.
 */
function CondoId({ apartment: { condo_id, apartment_number } }: { apartment: Apartment }) {
  const { data: name } = useQuery({
    ...condoQueries.list(condoSearch.defaults),
    // The screen requests the list after the cards are shown; this only reads the cache.
    enabled: false,
    select: (condos) => condos.find(({ id }) => id === condo_id)?.name,
  });
  if (condo_id === null) return <>-</>;
  const hash = unitHash(apartment_number) ?? '';
  return (
    <span className="flex gap-2 phone:inline">
      <RowLink
        link={{ to: '/condos/$condoId', params: { condoId: condo_id }, hash }}
        opensRow
        className="link shrink-0"
      >
        {condo_id}
      </RowLink>
      {name && <span className="truncate phone:hidden">{name}</span>}
    </span>
  );
}
