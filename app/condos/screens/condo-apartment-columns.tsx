import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { columnsOf } from '~/kit/table/columns-of';
import { RowActions } from '~/kit/table/row-actions';
import type { Apartment } from '~/apartments/apartment-reading';
import { NO_PARKING, parseParkingSpots } from '~/apartments/parking';
import { cn } from '~/kit/ui/cn';
import { dash, formatNumber } from '~/language/format';
import { msg, t, translate } from '~/language/texts';
import { unitHash } from '~/kit/ui/unit-hash';
import { ResidentsLine } from './residents';

const { columns, column, actions } = columnsOf<Apartment>();

export interface ApartmentActions {
  /** The focus returns to `opener` when the form closes. */
  onEdit: (apartment: Apartment, opener: HTMLElement) => void;
  onDuplicate: (apartment: Apartment, opener: HTMLElement) => void;
  onDelete: (apartment: Apartment) => void;
}

export function condoApartmentColumns(handlers: ApartmentActions) {
  return columns([
    column(
      'apartment_number',
      msg`Number`,
      (apartment) => (
        <>
          <ApartmentNumber apartment={apartment} />
          <ResidentsLine apartment={apartment} />
        </>
      ),
      { width: '18%', narrow: '7.75rem', selectable: true, phone: 'title' },
    ),
    numberColumn('floor_number', msg`Floor`, '4.25rem', '5.25rem'),
    numberColumn('bedrooms', msg`Rooms`, '4.75rem', '4.25rem'),
    numberColumn('bathrooms', msg`Bathrooms`, '6.5rem', '6rem'),
    column('parking_spot_number', msg`Parking Spot`, parkingText, { width: '13%', phone: 'named' }),
    numberColumn('sqmt', msg`Sqmt`, '5rem', '4.25rem'),
    column('notes', msg`Notes`, (apartment) => dash(apartment.notes)),
    actions('14rem', (apartment) => apartmentActions(apartment, handlers), '5rem'),
  ]);
}

function numberColumn(
  name: 'floor_number' | 'bedrooms' | 'bathrooms' | 'sqmt',
  header: string,
  width: string,
  narrow: string,
) {
  const cell = (apartment: Apartment) => formatNumber(apartment[name]);
  return column(name, header, cell, { width, narrow, numeric: true, phone: 'named' });
}

/** The spots as the API joined them, or "None"; "-" where it sends nothing. */
function parkingText({ parking_spot_number: text }: Apartment): string {
  return text && parseParkingSpots(text).length === 0 ? translate(NO_PARKING) : dash(text);
}

const numberId = ({ id }: Apartment) => `apartment-${id ?? 'unknown'}-number`;

/** Marked and scrolled to if the address names this apartment. */
function ApartmentNumber({ apartment }: { apartment: Apartment }) {
  const fragment = unitHash(apartment.apartment_number);
  const isTarget = useLocation({
    select: ({ hash }) => fragment !== undefined && hash === fragment,
  });
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isTarget) text.current?.scrollIntoView({ block: 'center' });
  }, [isTarget]);
  return (
    <span
      ref={text}
      id={numberId(apartment)}
      className={cn('font-semibold', isTarget && 'rounded-xs bg-accent-soft px-1 text-accent-text')}
    >
      {dash(apartment.apartment_number)}
    </span>
  );
}

function apartmentActions(apartment: Apartment, handlers: ApartmentActions) {
  if (apartment.id === null) return '-';
  const { onEdit, onDuplicate, onDelete } = handlers;
  return (
    <RowActions
      describedBy={numberId(apartment)}
      actions={[
        { label: t`Edit`, shortcut: 'e', onPress: (opener) => onEdit(apartment, opener) },
        { label: t`Delete`, isDanger: true, onPress: () => onDelete(apartment) },
        { label: t`Duplicate`, onPress: (opener) => onDuplicate(apartment, opener) },
      ]}
    />
  );
}
