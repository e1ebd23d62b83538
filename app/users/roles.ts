/* Roles of people in buildings, and of administrators. */

export const ROLES = ['super_admin', 'building_manager', 'owner', 'renter'] as const;
export type Role = (typeof ROLES)[number];

export const INVITABLE_ROLES = ['building_manager', 'owner', 'renter'] as const;
export type InvitableRole = (typeof INVITABLE_ROLES)[number];
export const DEFAULT_INVITE_ROLE: InvitableRole = 'renter';

export function needsApartment(role: string | null): boolean {
  return role !== 'building_manager';
}
