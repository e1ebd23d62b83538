import {
  answerSchemaOf,
  filterId,
  filterText,
  formSchemaOf,
  valueSchema,
} from '~/fields/field-schemas';
import { INTEGER_MAX, USERS_PAGE_SIZE, USERS_PAGE_SIZE_MAX } from '~/fields/limits';
import { associationFields, userFields } from './fields';
import { z } from '~/fields/zod';

export const condoAssociationSchema = answerSchemaOf(associationFields).meta({
  id: 'CondoAssociation',
});

export const userSchema = answerSchemaOf(userFields)
  .extend({ condo_associations: z.array(condoAssociationSchema) })
  .meta({ id: 'User' });

export const paginationSchema = z
  .object({
    current_page: z.int(),
    total_pages: z.int(),
    total: z.int().optional().meta({
      description: 'The number of users on all pages, where with_total asks for it',
    }),
  })
  .meta({ id: 'Pagination' });

export const userListSchema = z
  .object({ data: z.array(userSchema), pagination: paginationSchema })
  .meta({ id: 'UserList' });

export const userListQuerySchema = z.object({
  search: filterText,
  page: z.coerce.number().int().positive().default(1),
  page_size: z.coerce.number().int().positive().max(USERS_PAGE_SIZE_MAX).default(USERS_PAGE_SIZE),
  condo_id: filterId,
  inactive: z.enum(['only', '']).optional().meta({
    description: 'only: the deactivated users alone. Embedded API only',
  }),
  with_total: z.enum(['true', 'false']).optional().meta({
    description: 'true: pagination has total as well; not with after_id. Embedded API only',
  }),
  after_id: z.coerce.number().int().nonnegative().max(INTEGER_MAX).optional().meta({
    description:
      'In place of page: the users that follow this one by id, so that nobody is missed while others come and go. total_pages is 2 where there may be more, else 1. Embedded API only',
  }),
});
export type UserListQuery = z.infer<typeof userListQuerySchema>;

/** User edit: the e-mail is read-only, so only the names are sent. */
export const userFormSchema = formSchemaOf(userFields);
export type UserForm = z.infer<typeof userFormSchema>;

/** PUT /admin/users/{id}: only the sent fields change, an empty text included. Other fields are ignored. */
export const userUpdateSchema = z
  .object({
    first_name: valueSchema(userFields.first_name).nullable().optional(),
    last_name: valueSchema(userFields.last_name).nullable().optional(),
  })
  .meta({ id: 'UserUpdate' });
export type UserUpdate = z.infer<typeof userUpdateSchema>;
