import { eq } from 'drizzle-orm';
import { formatDateOnly } from '~/language/format';
import { msg, t, translate } from '~/language/texts';
import type { Db } from '~/platform/database/connect.server';
import {
  accountEmail,
  apartments,
  condos,
  userCondoAssociations as associations,
  users,
} from '~/platform/database/schema/records';
import { writePlainMail } from '~/platform/mail/link-mail';
import { oneLine, type OutgoingMail } from '~/platform/mail/mailer';

const ROLE_NAMES = new Map([
  ['building_manager', msg`building manager`],
  ['owner', msg`owner`],
  ['renter', msg`renter`],
]);

export function roleInMail(role: string): string {
  return translate(ROLE_NAMES.get(role) ?? oneLine(role));
}

export function placeInMail(condoName: string, apartmentNumber: string | null): string {
  const building = oneLine(condoName);
  if (apartmentNumber === null) return building;
  return t`${building}, apartment ${oneLine(apartmentNumber)}`;
}

type NotifiedTenancy = NonNullable<Awaited<ReturnType<typeof findNotified>>>;

/** The association with its person's address and language; null if they are gone, or without an address. */
export async function findNotified(db: Db, id: number) {
  const [row] = await db
    .select({
      email: accountEmail,
      isActive: users.is_active,
      language: users.language,
      role: associations.role,
      condo_name: condos.name,
      apartment_number: apartments.apartment_number,
      since: associations.since,
      until: associations.until,
    })
    .from(associations)
    .innerJoin(users, eq(users.id, associations.user_id))
    .innerJoin(condos, eq(condos.id, associations.condo_id))
    .leftJoin(apartments, eq(apartments.id, associations.apartment_id))
    .where(eq(associations.id, id));
  return row?.isActive && row.email ? row : null;
}

/** Tells a person what is recorded of them. */
export function writeTenancyMail(tenancy: NotifiedTenancy): OutgoingMail {
  const { email, role, condo_name, apartment_number, since, until } = tenancy;
  const place = placeInMail(condo_name, apartment_number);
  return writePlainMail(email, t`Your entry at ${oneLine(condo_name)}`, [
    t`You are recorded as ${roleInMail(role)} of ${place}.`,
    ...(since === null ? [] : [t`First day: ${formatDateOnly(since)}`]),
    ...(until === null ? [] : [t`Last day: ${formatDateOnly(until)}`]),
    t`If this is not right, please tell the management of the building.`,
  ]);
}
