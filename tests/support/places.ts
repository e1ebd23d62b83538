import type { Role } from '~/users/roles';
import { apartments, condos, userCondoAssociations } from '~/platform/database/schema/records';
import type { TestDatabase } from './database';
import { aCondo } from './builders';
import { must } from './must';

type TestDb = TestDatabase['db'];

export async function insertCondo(db: TestDb, name = 'Seeblick'): Promise<number> {
  const [row] = await db.insert(condos).values(aCondo({ name })).returning({ id: condos.id });
  return must(row, 'new building').id;
}

export async function insertApartment(db: TestDb, condoId: number, number = '1A'): Promise<number> {
  const [row] = await db
    .insert(apartments)
    .values({ condo_id: condoId, apartment_number: number })
    .returning({ id: apartments.id });
  return must(row, 'new apartment').id;
}

export async function insertAssociation(
  db: TestDb,
  association: { user_id: number; condo_id: number; apartment_id?: number; role?: Role },
): Promise<number> {
  const [row] = await db
    .insert(userCondoAssociations)
    .values({ role: 'owner', ...association })
    .returning({ id: userCondoAssociations.id });
  return must(row, 'new association').id;
}
