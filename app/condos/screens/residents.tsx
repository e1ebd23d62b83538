import { Link } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import type { Apartment } from '~/apartments/apartment-reading';
import type { Resident, ResidentsByNumber } from '~/users/associations';
import { titleCase } from '~/language/format';
import { t } from '~/language/texts';
import { userTitle } from '~/users/user-text';

interface ResidentsHandle {
  /** Null until all people of the building are loaded. */
  residents: ResidentsByNumber | null;
  /** True if residents are read only when a row is opened. */
  isOnDemand: boolean;
  isOpen: (apartment: Apartment) => boolean;
  toggle: (apartment: Apartment) => void;
}

/** For the table's cells, whose columns stay the same objects. */
export const ResidentsContext = createContext<ResidentsHandle>({
  residents: new Map(),
  isOnDemand: false,
  isOpen: () => false,
  toggle: () => undefined,
});

export function residentsOf(
  residents: ResidentsByNumber | null,
  { apartment_number }: Apartment,
): readonly Resident[] {
  return residents?.get(apartment_number?.trim() ?? '') ?? [];
}

/** Names of an apartment's residents under its number; a press opens them. Empty without residents. */
export function ResidentsLine({ apartment }: { apartment: Apartment }) {
  const { residents, isOnDemand, isOpen, toggle } = useContext(ResidentsContext);
  const names = residentsOf(residents, apartment).map(({ user }) => userTitle(user));
  // While people are loading, an open row keeps its button.
  const text =
    names.join(', ') || (!residents && (isOnDemand || isOpen(apartment)) ? t`People` : '');
  if (apartment.id === null || text === '') return null;
  return (
    <button
      type="button"
      aria-expanded={isOpen(apartment)}
      title={text}
      className="-mt-0.5 block max-w-full truncate rounded-xs text-left text-xs text-muted max-md:-my-3 max-md:ml-2 max-md:inline-block max-md:max-w-3/4 max-md:align-middle hover:text-ink hover:underline print:hidden"
      onClick={() => toggle(apartment)}
    >
      {text}
    </button>
  );
}

/** The people of an apartment with their roles, in its opened row and on paper. */
export function ResidentsList({ apartment }: { apartment: Apartment }) {
  const { residents } = useContext(ResidentsContext);
  if (!residents) return <p className="text-muted">{t`Loading users...`}</p>;
  const people = residentsOf(residents, apartment);
  if (people.length === 0) return <p className="text-muted">{t`No people yet`}</p>;
  return (
    <ul
      aria-label={t`People of ${apartment.apartment_number ?? ''}`}
      className="flex flex-wrap gap-x-6 gap-y-1"
    >
      {people.map(({ user, role }, index) => (
        <li key={`${user.id ?? index} ${role ?? ''}`}>
          {user.id === null ? (
            userTitle(user)
          ) : (
            <Link to="/users/$userId" params={{ userId: user.id }} className="link">
              {userTitle(user)}
            </Link>
          )}
          {role && <span className="text-muted">, {titleCase(role)}</span>}
        </li>
      ))}
    </ul>
  );
}
