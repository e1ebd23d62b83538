import { freeText, instant } from './field';
import {
  INTEGER_MAX,
  SHORT_TEXT_LIMIT_CHARS,
  USERS_PAGE_SIZE,
  USERS_PAGE_SIZE_MAX,
} from './limits';
import { ROLES } from './role';
import { z } from './zod';

/** A person's tie to a building, or to one apartment of it (SPEC.md point 3). */
export const condoAssociationSchema = z
  .object({
    id: z.int(),
    condo_id: z.int(),
    condo_name: z.string(),
    apartment_number: z.string().nullable(),
    role: z.enum(ROLES),
    created_at: instant,
  })
  .meta({ id: 'CondoAssociation' });

/** A user as the embedded API answers it. */
export const userSchema = z
  .object({
    id: z.int(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    email: z.string(),
    profile_picture: z.string().nullable(),
    is_active: z.boolean(),
    email_verified: z.boolean(),
    created_at: instant,
    updated_at: instant,
    last_login: instant.nullable(),
    condo_associations: z.array(condoAssociationSchema),
  })
  .meta({ id: 'User' });

export const paginationSchema = z
  .object({ current_page: z.int(), total_pages: z.int() })
  .meta({ id: 'Pagination' });

/** GET /admin/users answer. */
export const userListSchema = z
  .object({ data: z.array(userSchema), pagination: paginationSchema })
  .meta({ id: 'UserList' });

/** GET /admin/users query. */
export const userListQuerySchema = z.object({
  search: z.string().max(1000).optional(),
  page: z.coerce.number().int().positive().default(1),
  page_size: z.coerce.number().int().positive().max(USERS_PAGE_SIZE_MAX).default(USERS_PAGE_SIZE),
  condo_id: z.coerce.number().int().positive().max(INTEGER_MAX).optional(),
});
export type UserListQuery = z.infer<typeof userListQuerySchema>;

const firstName = freeText('First name', SHORT_TEXT_LIMIT_CHARS);
const lastName = freeText('Last name', SHORT_TEXT_LIMIT_CHARS);

/** User edit: the e-mail is read-only, so only the names are sent. */
export const userFormSchema = z.object({ first_name: firstName, last_name: lastName });
export type UserForm = z.infer<typeof userFormSchema>;

/** PUT /admin/users/{id}: what is sent changes, the rest stays; any other field is ignored. */
export const userUpdateSchema = z
  .object({
    first_name: firstName.nullable().optional(),
    last_name: lastName.nullable().optional(),
  })
  .meta({ id: 'UserUpdate' });
export type UserUpdate = z.infer<typeof userUpdateSchema>;
