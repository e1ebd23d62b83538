import type { CondoAssociation, User } from '~/contract/user-reading';

/** A building as an association names it: by its id, or by the name alone. */
interface NamedCondo {
  condoId: number;
  condoName: string | null;
}

/** What a user has to do with a building. */
export function associationsWith(
  { condo_associations }: User,
  { condoId, condoName }: NamedCondo,
): CondoAssociation[] {
  return condo_associations.filter(({ condo_id, condo_name }) =>
    condo_id === null ? condoName !== null && condo_name === condoName : condo_id === condoId,
  );
}

/** Somebody who is associated with an apartment. */
export interface Resident {
  user: User;
  role: string | null;
}

/** The people of each apartment, by its number. */
export type ResidentsByNumber = ReadonlyMap<string, readonly Resident[]>;

export function residentsByNumber(users: readonly User[], condo: NamedCondo): ResidentsByNumber {
  const residents = new Map<string, Resident[]>();
  for (const user of users) {
    for (const { apartment_number, role } of associationsWith(user, condo)) {
      const number = apartment_number?.trim();
      if (!number) continue;
      const there = residents.get(number);
      if (there) there.push({ user, role });
      else residents.set(number, [{ user, role }]);
    }
  }
  return residents;
}
