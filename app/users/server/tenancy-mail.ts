import { formatDateOnly } from '~/language/format';
import { msg, t, translate } from '~/language/texts';
import { writePlainMail } from '~/platform/mail/link-mail';
import { oneLine, type OutgoingMail } from '~/platform/mail/mailer';
import type { findNotified } from './associations.repo';

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

/** Writes the mail that tells a person what is stored about their association. */
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
