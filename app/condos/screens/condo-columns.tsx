import { linkOptions } from '@tanstack/react-router';
import { columnsOf } from '~/kit/table/table-features';
import { RowActions } from '~/kit/table/row-actions';
import { RowLink } from '~/kit/table/row-links';
import type { Condo } from '~/condos/fields';
import { textOrDash, formatDateTime } from '~/language/format';
import { msg, t } from '~/language/texts';
import { mayI } from '~/rpc/own-rights';

const { columns, column, actions } = columnsOf<Condo>();

export function condoColumns(onDelete: (condo: Condo) => void) {
  return columns([
    column('id', msg`ID`, (condo) => textOrDash(condo.id), {
      width: '6rem',
      narrow: '5.75rem',
      sortable: true,
      numeric: true,
      selectable: true,
      short: true,
      code: true,
    }),
    column('name', msg`Name`, condoName, {
      width: '20%',
      narrow: '10.5rem',
      sortable: true,
      phone: 'title',
    }),
    column('address', msg`Address`, (condo) => textOrDash(condo.address)),
    column('location', msg`Location`, condoLocation, {
      width: '17%',
      narrow: '7rem',
      phone: 'note',
    }),
    column('created_at', msg`Created`, (condo) => formatDateTime(condo.created_at), {
      width: '12.25rem',
      narrow: '7.5rem',
      short: true,
    }),
    actions('10rem', (condo) => condoActions(condo, onDelete), {
      narrow: '5rem',
      words: [msg`View`, msg`Delete`],
      asks: 'look',
    }),
  ]);
}

function condoName(condo: Condo) {
  return (
    <>
      {condo.flag_url && (
        // The key replaces the element. Otherwise the previous flag would stay until the new one has
        // loaded.
        <img
          key={condo.flag_url}
          src={condo.flag_url}
          alt=""
          width={20}
          height={20}
          loading="lazy"
          className="absolute rounded-xs outline -outline-offset-1 outline-line"
        />
      )}
      {condo.id === null ? (
        <span className={BESIDE_FLAG}>{textOrDash(condo.name)}</span>
      ) : (
        <RowLink
          id={nameId(condo.id)}
          link={condoLink(condo.id)}
          opensRow
          data-edit={mayI('propose') ? '#edit' : undefined}
          className={`${BESIDE_FLAG} rounded-xs font-semibold hover:underline`}
        >
          {textOrDash(condo.name)}
        </RowLink>
      )}
    </>
  );
}

/** Keeps the space of a missing flag, so that all names are aligned. */
const BESIDE_FLAG = 'ml-7 inline-block align-middle';

function condoLink(condoId: number) {
  return linkOptions({ to: '/condos/$condoId', params: { condoId } });
}

function nameId(id: number): string {
  return `condo-${id}`;
}

function condoLocation(condo: Condo) {
  const place = [condo.city, condo.state].filter(Boolean).join(', ');
  const region = [condo.zip_code, condo.country].filter(Boolean).join(', ');
  return (
    <>
      {textOrDash(place)}
      {region && (
        <span translate="no" className="text-muted max-md:ml-2 md:block print:block">
          {region}
        </span>
      )}
    </>
  );
}

function condoActions(condo: Condo, onDelete: (condo: Condo) => void) {
  const { id } = condo;
  if (id === null) return '-';
  return (
    <RowActions
      describedBy={nameId(id)}
      actions={[
        {
          label: t`View`,
          asks: 'look',
          renderLink: (props) => <RowLink {...props} link={condoLink(id)} />,
        },
        { label: t`Delete`, variant: 'quiet-danger', onPress: () => onDelete(condo) },
      ]}
    />
  );
}
