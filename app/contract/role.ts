/** The four roles (SPEC.md points 3 and 6). */
export const ROLES = ['super_admin', 'building_manager', 'owner', 'renter'] as const;
export type Role = (typeof ROLES)[number];

/** Roles an invitation can be made for: the selector leaves out super_admin (SPEC.md point 5). */
export const INVITABLE_ROLES = ['building_manager', 'owner', 'renter'] as const;
export type InvitableRole = (typeof INVITABLE_ROLES)[number];
export const DEFAULT_INVITE_ROLE: InvitableRole = 'renter';

/** An apartment is required for every role except building_manager (SPEC.md point 5). */
export function needsApartment(role: Role): boolean {
  return role !== 'building_manager';
}
