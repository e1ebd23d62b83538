import { Link } from '@tanstack/react-router';
import { formatDateOnly } from '~/language/format';
import { t } from '~/language/texts';
import type { CondoTenancy } from '~/users/schema';
import { shownEmail } from '~/fields/shown-email';
import { RoleText } from './role-text';
import { periodText } from './task';

export type TenanciesByApartment = ReadonlyMap<number, readonly CondoTenancy[]>;

export function tenanciesByApartment(tenancies: readonly CondoTenancy[]): TenanciesByApartment {
  const byApartment = new Map<number, CondoTenancy[]>();
  for (const tenancy of tenancies) {
    const { apartment_id: id } = tenancy;
    if (id === null) continue;
    const present = byApartment.get(id);
    if (present) present.push(tenancy);
    else byApartment.set(id, [tenancy]);
  }
  return byApartment;
}

export function tenantName({ name, email, user_id }: CondoTenancy): string {
  return name ?? (email === null ? t`User ${user_id}` : shownEmail(email));
}

const namesOf = (tenancies: readonly CondoTenancy[]) => [...new Set(tenancies.map(tenantName))];

export const currentOf = (tenancies: readonly CondoTenancy[]) =>
  tenancies.filter(({ state }) => state === 'current');

/** Says since when an apartment is vacant, and who comes when. Empty where nothing is known of that. */
export function vacancyOf(tenancies: readonly CondoTenancy[]): string[] {
  const coming = tenancies.filter(({ state }) => state === 'coming');
  const last = tenancies
    .flatMap(({ state, until }) => (state === 'past' && until !== null ? until : []))
    .toSorted()
    .at(-1);
  const next = coming.map(({ since }) => since ?? '').toSorted()[0];
  const arrivals = namesOf(coming.filter(({ since }) => since === next)).join(', ');
  return [
    ...(currentOf(tenancies).length === 0 && last !== undefined
      ? [t`Vacant since ${formatDateOnly(last)}`]
      : []),
    ...(next === undefined ? [] : [t`From ${formatDateOnly(next)}: ${arrivals}`]),
  ];
}

interface TenancyListProps {
  /** The apartment's number. */
  number: string | null;
  tenancies: readonly CondoTenancy[];
}

/** People of an apartment with role and days; past ones are folded. */
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
  tenancies: readonly CondoTenancy[];
}

/** Names that lead to the people, with role and days; "Vacant" for nobody. */
export function TenancyPeople({ label, tenancies }: TenancyPeopleProps) {
  if (tenancies.length === 0) return <span className="text-muted">{t`Vacant`}</span>;
  return (
    <ul aria-label={label} className="flex flex-wrap gap-x-6 gap-y-1">
      {tenancies.map((tenancy) => (
        <li key={tenancy.id}>
          <Link to="/users/$userId" params={{ userId: tenancy.user_id }} className="link">
            {tenantName(tenancy)}
          </Link>
          {', '}
          <RoleText role={tenancy.role} />
          <span className="text-muted">{periodText(tenancy) && `, ${periodText(tenancy)}`}</span>
        </li>
      ))}
    </ul>
  );
}
