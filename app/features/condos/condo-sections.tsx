import { useQuery } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import type { Condo } from '~/contract/condo-reading';
import { apartmentQueries } from '~/data/apartments/apartments.queries';
import { invitationQueries } from '~/data/invitations/invitations.queries';
import { isOfCondo } from '~/data/users/associations';
import { userQueries } from '~/data/users/users.queries';
import { apiKind } from '~/lib/api-kind';
import { t } from '~/lib/texts';

/** Where the building is, and what its page has further down, with its number where that is known. */
export function CondoSections({ condoId, condo }: { condoId: number; condo: Condo }) {
  const place = placeOf(condo);
  const apartments = useQuery(apartmentQueries.ofCondo(condoId)).data;
  const people = useQuery(userQueries.ofCondo(condoId)).data;
  const { data: pending } = useQuery(invitationQueries.pending());
  const named = { condoId, condoName: condo.name };
  const invitations = pending?.filter((one) => isOfCondo(one, named)).length;
  return (
    <span className="flex flex-wrap items-baseline gap-x-6">
      {place && <span className="min-w-0 wrap-anywhere">{place}</span>}
      <nav aria-label={t`On this page`} className="flex flex-wrap gap-x-4 print:hidden">
        <Section id="apartments" label={t`Apartments`} count={apartments?.length} />
        <Section
          id="people"
          label={t`People`}
          count={people?.total ?? (people?.totalPages === 1 ? people.users.length : undefined)}
        />
        {invitations !== undefined && invitations > 0 && (
          <Section id="invitations" label={t`Invitations`} count={invitations} />
        )}
        {apiKind().isEmbedded && <Section id="history" label={t`History`} />}
      </nav>
    </span>
  );
}

/** "3011 Bern, BE" */
function placeOf({ zip_code, city, state }: Condo): string {
  const town = [zip_code, city].filter(Boolean).join(' ');
  return [town, state].filter(Boolean).join(', ');
}

function Section({ id, label, count }: { id: string; label: string; count?: number | undefined }) {
  return (
    <a href={`#${id}`} className="link" onClick={(event) => show(event, id)}>
      {label} {count}
    </a>
  );
}

/** Scrolls without an entry in the browser's history; the next Tab goes on in what is shown. */
function show(event: MouseEvent, id: string): void {
  const section = document.getElementById(id);
  if (!section) return;
  event.preventDefault();
  section.scrollIntoView();
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
}
