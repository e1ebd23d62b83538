import { needsApartment } from '~/users/roles';
import { Link } from '@tanstack/react-router';
import { formatDateOnly } from '~/language/format';
import { t } from '~/language/texts';
import type { CondoTenancy } from '~/users/schema';
import { shownEmail } from '~/fields/shown-email';
import { RoleText } from './role-text';
import { periodText } from './task';

type Named = Pick<CondoTenancy, 'name' | 'email' | 'apartment_number'>;
type Days = Pick<CondoTenancy, 'since' | 'until' | 'state'>;

/** A person in an apartment. An external API sends no days, and may not send who it is. */
export interface Occupant extends Named, Days {
  id: number | null;
  user_id: number | null;
  role: string | null;
}

export function tenantName({ name, email, user_id }: Occupant): string {
  return name ?? (email === null ? t`User ${user_id ?? ''}` : shownEmail(email));
}

/** The name as a link to the person. */
export function TenantLink(tenancy: Occupant) {
  const { user_id: userId } = tenancy;
  if (userId === null) return tenantName(tenancy);
  return (
    <Link to="/users/$userId" params={{ userId }} className="link">
      {tenantName(tenancy)}
    </Link>
  );
}

const namesOf = (tenancies: readonly Occupant[]) => [...new Set(tenancies.map(tenantName))];

export const currentOf = <One extends Occupant>(tenancies: readonly One[]) =>
  tenancies.filter(({ state }) => state === 'current');

/** Owners and renters. An apartment with only a building manager is vacant. */
const residentsOf = (tenancies: readonly Occupant[]) =>
  tenancies.filter(({ role }) => needsApartment(role));

export const isVacant = (tenancies: readonly Occupant[]) =>
  currentOf(residentsOf(tenancies)).length === 0;

/**
 * Texts that say since when an apartment is vacant, and who will move in and when. Empty if nothing is
 * known.
 */
export function vacancyOf(people: readonly Occupant[]): string[] {
  const tenancies = residentsOf(people);
  const coming = tenancies.filter(({ state }) => state === 'coming');
  const last = tenancies
    .flatMap(({ state, until }) => (state === 'past' && until !== null ? until : []))
    .toSorted()
    .at(-1);
  const next = coming.map(({ since }) => since ?? '').toSorted()[0];
  const arrivals = namesOf(coming.filter(({ since }) => since === next)).join(', ');
  return [
    ...(isVacant(people) && last !== undefined ? [t`Vacant since ${formatDateOnly(last)}`] : []),
    ...(next === undefined ? [] : [t`From ${formatDateOnly(next)}: ${arrivals}`]),
  ];
}

interface TenancyListProps {
  /** The apartment's number. */
  number: string | null;
  tenancies: readonly Occupant[];
}

/** People of an apartment with role and days. Past ones are collapsed. */
export function TenancyList({ number, tenancies }: TenancyListProps) {
  const listed = tenancies.filter(({ state }) => state !== 'past');
  const past = tenancies.filter(({ state }) => state === 'past');
  return (
    <div className="grid gap-2">
      <TenancyPeople label={t`People of ${number ?? ''}`} tenancies={listed} />
      {past.length > 0 && (
        <details>
          <summary className="cursor-pointer text-muted">{t`Earlier (${past.length})`}</summary>
          <TenancyPeople label={t`Earlier people of ${number ?? ''}`} tenancies={past} />
        </details>
      )}
    </div>
  );
}

interface TenancyPeopleProps {
  label: string;
  tenancies: readonly Occupant[];
}

/** Names with links, role and days; "Vacant" without people. */
export function TenancyPeople({ label, tenancies }: TenancyPeopleProps) {
  if (tenancies.length === 0) return <span className="text-muted">{t`Vacant`}</span>;
  return (
    <ul aria-label={label} className="flex flex-wrap gap-x-6 gap-y-1">
      {tenancies.map((tenancy, index) => (
        <li key={tenancy.id ?? `at-${index}`}>
          <TenantLink {...tenancy} />
          {tenancy.role && <span>, </span>}
          {tenancy.role && <RoleText role={tenancy.role} />}
          <span className="text-muted">{periodText(tenancy) && `, ${periodText(tenancy)}`}</span>
        </li>
      ))}
    </ul>
  );
}
