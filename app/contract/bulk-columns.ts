import { BULK_TYPES, type BulkType } from './bulk';
import { apartmentFields } from './apartment-fields';
import { apartmentHeadings } from './apartment-headings';
import { bulkColumnsOf, type BulkColumn } from './bulk-column';
import { condoFields } from './condo-fields';
import { condoHeadings } from './condo-headings';
import type { Fields } from './fields';
import { invitationFields } from './invitation-fields';
import { invitationHeadings } from './invitation-headings';
import { searchText } from './search-text';

export const BULK_FIELDS: Readonly<Record<BulkType, Fields>> = {
  condo: condoFields,
  apartment: apartmentFields,
  user_invite: invitationFields,
};

/** The columns of each import, in the template's order. */
export const BULK_COLUMNS: Readonly<Record<BulkType, readonly BulkColumn[]>> = {
  condo: bulkColumnsOf(condoFields, condoHeadings),
  apartment: bulkColumnsOf(apartmentFields, apartmentHeadings),
  user_invite: bulkColumnsOf(invitationFields, invitationHeadings),
};

/** A heading as headings are compared: like a search, and without spaces and punctuation. */
export function headingKey(heading: string): string {
  return searchText(heading).replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** Other accepted names of a type: the plural and user_invitation(s). */
const TYPE_NAMES: ReadonlyMap<string, BulkType> = new Map([
  ['condos', 'condo'],
  ['apartments', 'apartment'],
  ['user_invites', 'user_invite'],
  ['user_invitation', 'user_invite'],
  ['user_invitations', 'user_invite'],
]);

/** Reads `type` of the bulk calls; null for an unknown name. */
export function readBulkType(name: string): BulkType | null {
  return BULK_TYPES.find((type) => type === name) ?? TYPE_NAMES.get(name) ?? null;
}
