import type { Role } from '~/users/roles';
import { condos } from '~/platform/database/schema/records';
import type { FindingKind } from '~/checks/schema';
import { findingCountsSchema, findingPageSchema, type Finding } from '~/checks/answers';
import { insertUser, type TestApi } from './api';
import { aCondo } from './builders';
import { must } from './must';
import { insertAssociation } from './places';

export const CHECK_PATH = '/admin/portfolio-check';

/** Calls of the portfolio check, and functions that insert buildings for it. */
export function portfolioCheckCalls(api: () => TestApi) {
  /**
   * Returns the numbers of findings that are not all 0, by kind: the open ones alone, with those put
   * aside, or with those under way as well.
   */
  async function counts() {
    const all = await api().read(findingCountsSchema, 'GET', CHECK_PATH);
    const findings = all.filter(
      ({ count, under_way, set_aside }) => count + under_way + set_aside > 0,
    );
    return Object.fromEntries(
      findings.map(({ kind, count, under_way, set_aside }): [string, unknown] => {
        if (under_way > 0) return [kind, { count, under_way, set_aside }];
        return [kind, set_aside > 0 ? [count, set_aside] : count];
      }),
    );
  }

  async function list(kind: FindingKind, query = ''): Promise<Finding[]> {
    return (await api().read(findingPageSchema, 'GET', `${CHECK_PATH}/${kind}${query}`)).findings;
  }

  async function first(kind: FindingKind): Promise<Finding> {
    return must((await list(kind))[0], kind);
  }

  async function insertCondo(fields: Partial<typeof condos.$inferInsert>): Promise<number> {
    const values = { ...aCondo(), image_name: 'a.webp', number_of_units: null, ...fields };
    const [row] = await api().db.insert(condos).values(values).returning({ id: condos.id });
    return must(row, 'building').id;
  }

  /** A person in a place, as its owner unless another role is named. */
  async function insertPerson(place: { condo_id: number; apartment_id?: number; role?: Role }) {
    const user_id = await insertUser(api().db);
    await insertAssociation(api().db, { user_id, ...place });
  }

  /** A building without findings, but for those of `fields`. */
  async function aSoundCondo(fields: Partial<typeof condos.$inferInsert> = {}): Promise<number> {
    const condo_id = await insertCondo(fields);
    await insertPerson({ condo_id, role: 'building_manager' });
    return condo_id;
  }

  return { counts, list, first, insertCondo, insertPerson, aSoundCondo };
}
