import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { Condo } from '~/condos/fields';
import { apartmentsOf, condoQuery, condosQuery, queryOf } from './queries';

/** The panel's page of a building without the panel: it begins with what the list knows. */

const FIELDS = [
  ...(['name', 'address', 'city', 'state', 'zip_code', 'country', 'website'] as const),
  ...(['date_built', 'number_of_units', 'description'] as const),
];

export function CondoRecord() {
  const id = useLocation({ select: ({ pathname }) => Number(pathname.split('/')[2]) });
  const condos = useQueryClient().getQueryData(condosQuery.queryKey) ?? [];
  const position = condos.findIndex((condo) => condo.id === id);
  const { data: condo } = useQuery({ ...condoQuery(id), placeholderData: () => condos[position] });
  const { data: apartments = [] } = useQuery(queryOf(apartmentsOf(`?condo_id=${id}`)));
  const next = condos[position + 1];
  return (
    condo && (
      <>
        <h1>{condo.name}</h1>
        {next && (
          <Link rel="next" to="/condos/$condoId" params={{ condoId: next.id }}>
            Next
          </Link>
        )}
        <Facts key={id} condo={condo} />
        <ul>
          {apartments.map((apartment) => (
            <li key={apartment.id}>
              {[apartment.apartment_number, apartment.floor_number, apartment.bedrooms].join(', ')}
            </li>
          ))}
        </ul>
      </>
    )
  );
}

/** The values, and a form for them, which does not save: that is not measured. */
function Facts({ condo }: { condo: Condo }) {
  const [isEdited, setEdited] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setEdited(true)}>
        Edit
      </button>
      <dl>
        {FIELDS.map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{condo[name]}</dd>
          </div>
        ))}
      </dl>
      {isEdited && (
        <form>
          {FIELDS.map((name) => (
            <label key={name}>
              {name} <input name={name} defaultValue={condo[name] ?? ''} />
            </label>
          ))}
          <button type="submit">Save</button>
        </form>
      )}
    </>
  );
}
