import { BULK_TYPES, type BulkType } from './bulk';
import { APARTMENT_COLUMNS } from './bulk-apartment-columns';
import type { BulkColumn } from './bulk-column';
import { CONDO_COLUMNS } from './bulk-condo-columns';
import { INVITE_COLUMNS } from './bulk-invite-columns';

/** The columns of each import, in the template's order. */
export const BULK_COLUMNS: Readonly<Record<BulkType, readonly BulkColumn[]>> = {
  condo: CONDO_COLUMNS,
  apartment: APARTMENT_COLUMNS,
  user_invite: INVITE_COLUMNS,
};

/** Values of the role column under other names, as headings are compared. */
export const ROLE_NAMES: Readonly<Record<string, string>> = {
  manager: 'building_manager',
  buildingmanager: 'building_manager',
  verwalter: 'building_manager',
  verwaltung: 'building_manager',
  hausverwalter: 'building_manager',
  gerant: 'building_manager',
  gerance: 'building_manager',
  amministratore: 'building_manager',
  gestore: 'building_manager',
  owner: 'owner',
  eigentumer: 'owner',
  eigentumerin: 'owner',
  stockwerkeigentumer: 'owner',
  proprietaire: 'owner',
  proprietario: 'owner',
  proprietaria: 'owner',
  renter: 'renter',
  tenant: 'renter',
  mieter: 'renter',
  mieterin: 'renter',
  locataire: 'renter',
  inquilino: 'renter',
  inquilina: 'renter',
  locatario: 'renter',
};

/** A heading without case, accents, spaces and punctuation, which is how headings are compared. */
export function headingKey(heading: string): string {
  return heading
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The names of a type that an API may be asked by beside its own: the plural and user_invitation(s). */
const TYPE_NAMES: Readonly<Record<string, BulkType>> = {
  condos: 'condo',
  apartments: 'apartment',
  user_invites: 'user_invite',
  user_invitation: 'user_invite',
  user_invitations: 'user_invite',
};

/** Reads `type` of the bulk calls; null for a name that is none of them. */
export function readBulkType(name: string): BulkType | null {
  return BULK_TYPES.find((type) => type === name) ?? TYPE_NAMES[name] ?? null;
}
