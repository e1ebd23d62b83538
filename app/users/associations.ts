import type { CondoAssociation, User } from './user-reading';

/** A building as an association names it: by its id, or by the name alone. */
export interface NamedCondo {
  condoId: number;
  condoName: string | null;
}

/** True if the association is with this building. The contract has its name; some APIs also send the id. */
export function isOfCondo(
  { condo_id, condo_name }: Pick<CondoAssociation, 'condo_id' | 'condo_name'>,
  { condoId, condoName }: NamedCondo,
): boolean {
  return condo_id === null ? condoName !== null && condo_name === condoName : condo_id === condoId;
}

export function associationsWith({ condo_associations }: User, condo: NamedCondo) {
  return condo_associations.filter((association) => isOfCondo(association, condo));
}

export interface Resident {
  user: User;
  role: string | null;
}

export type ResidentsByNumber = ReadonlyMap<string, readonly Resident[]>;

export function residentsByNumber(users: readonly User[], condo: NamedCondo): ResidentsByNumber {
  const residents = new Map<string, Resident[]>();
  for (const user of users) {
    for (const { apartment_number, role } of associationsWith(user, condo)) {
      const number = apartment_number?.trim();
      if (!number) continue;
      const present = residents.get(number);
      if (present) present.push({ user, role });
      else residents.set(number, [{ user, role }]);
    }
  }
  return residents;
}
