import { USER_SORTS } from '~/users/search';
import { needsApartment, ROLES, type Role } from '~/users/roles';
import {
  answerSchemaOf,
  bodySchemaOf,
  filterId,
  filterText,
  formSchemaOf,
  valueSchema,
} from '~/fields/field-schemas';
import { INTEGER_MAX, USERS_PAGE_SIZE, USERS_PAGE_SIZE_MAX } from '~/fields/limits';
import { blankToNull, emailAddress, idNumber, languageTag } from '~/fields/field';
import { associationFields, changeableFields, userFields } from './fields';
import { z } from '~/fields/zod';
import { asRule, rule } from '~/language/rules';

export const condoAssociationSchema = answerSchemaOf(associationFields).meta({
  id: 'CondoAssociation',
});

export const TENANCY_STATES = ['past', 'current', 'coming'] as const;

/** An association as a separate record. `state` is its state on the requested day, by default today. */
export const tenancyRecordSchema = condoAssociationSchema
  .extend({
    user_id: z.int(),
    apartment_id: z.int().nullable(),
    state: z.enum(TENANCY_STATES),
  })
  .meta({ id: 'Tenancy' });
export type TenancyRecord = z.infer<typeof tenancyRecordSchema>;

const version = z.string().meta({ description: 'Its ETag' });

/**
 * A new association, and the association that ended with it, each in the version that the call has written.
 */
export const tenancyBegunSchema = tenancyRecordSchema
  .extend({ version, ended: z.object({ id: z.int(), version }).nullable() })
  .meta({ id: 'TenancyBegun' });

const changes = bodySchemaOf(changeableFields);
const { role, since, until, note } = changes.shape;
const condoId = idNumber(asRule(associationFields.condo_id.message));
const apartmentId = idNumber(rule('apartment_selection'));

export function hasNeededApartment(place: {
  role: Role;
  apartment_id?: number | null | undefined;
}): boolean {
  return !needsApartment(place.role) || place.apartment_id != null;
}

export const apartmentRule = { path: ['apartment_id'], ...rule('apartment_required') };

/** Values of a body, any of which may be missing. */
type Texts<Name extends string> = Readonly<Partial<Record<Name, string | null | undefined>>>;

export function endsAfterBegin(days: Texts<'since' | 'until'>): boolean {
  return days.since == null || days.until == null || days.since <= days.until;
}

const untilRule = { path: ['until'], ...rule('until_before_since') };

/** True if a person has a name or an e-mail address. */
export function isNamed(person: Texts<'first_name' | 'last_name' | 'email'>): boolean {
  return [person.first_name, person.last_name, person.email].some((text) => text?.trim());
}

const personSchema = bodySchemaOf(userFields).extend({
  email: z.preprocess(blankToNull, emailAddress.nullable().optional()),
  language: languageTag.nullable().optional(),
});

/** POST /admin/users: a person without an invitation. A person without an e-mail address cannot sign in. */
export const userCreateSchema = personSchema
  .refine(isNamed, { path: ['first_name'], ...rule('person_unnamed') })
  .meta({ id: 'UserCreate' });
export type UserCreate = z.infer<typeof userCreateSchema>;

const notify = z.boolean().optional().meta({
  description: 'true: the person is told by e-mail, a minute later',
});

/** A second association that a call changes too; `version` is its ETag. */
const other = z.object({
  id: idNumber(rule('required', { field: 'Association' })),
  version: z.string().optional(),
});

/**
 * POST /admin/user-condo-associations. Without `since` the beginning is unknown. Names or an e-mail instead
 * of `user_id` enter a new person too.
 */
export const tenancyCreateSchema = personSchema
  .extend({
    user_id: idNumber(rule('person_selection')).optional(),
    condo_id: condoId,
    apartment_id: apartmentId.nullable().optional(),
    role,
    since,
    until,
    note,
    ends: other
      .extend({ until: valueSchema(associationFields.until) })
      .optional()
      .meta({
        description:
          'Another association that ends on this day, in the same transaction; version is its ETag',
      }),
    notify,
  })
  .refine((body) => body.user_id !== undefined || isNamed(body), {
    path: ['user_id'],
    ...rule('person_selection'),
  })
  .refine((body) => body.user_id === undefined || !isNamed(body), {
    path: ['user_id'],
    ...rule('person_chosen'),
  })
  .refine(hasNeededApartment, apartmentRule)
  .refine(endsAfterBegin, untilRule)
  .meta({ id: 'TenancyCreate' });
export type TenancyCreate = z.infer<typeof tenancyCreateSchema>;

/** PUT: sent values change, null clears. The days are compared with the stored ones later. */
export const tenancyUpdateSchema = changes
  .partial()
  .extend({
    removes: other.optional().meta({
      description:
        'Another association that is removed in the same transaction, to undo a move or a change of tenants; version is its ETag',
    }),
    notify,
  })
  .meta({ id: 'TenancyUpdate' });
export type TenancyUpdate = z.infer<typeof tenancyUpdateSchema>;

export const tenancyMoveSchema = z
  .object({ apartment_id: apartmentId, on: valueSchema(associationFields.since), notify })
  .meta({ id: 'TenancyMove' });
export type TenancyMove = z.infer<typeof tenancyMoveSchema>;

export const tenancyListQuerySchema = z.object({ user_id: filterId.unwrap() });

export const condoTenancyQuerySchema = z.object({
  as_of: valueSchema(associationFields.since).optional().meta({
    description: 'The day, YYYY-MM-DD; without it today (TIME_ZONE)',
  }),
  past: z.enum(['true', 'false']).optional().meta({
    description: 'true: the ended and the coming ones too',
  }),
});
export type CondoTenancyQuery = z.infer<typeof condoTenancyQuerySchema>;

/** A person in a building, who lives there, owns or manages it. */
export const condoTenancySchema = tenancyRecordSchema
  .omit({ condo_id: true, condo_name: true, created_at: true })
  .extend({ name: z.string().nullable(), email: z.string().nullable() })
  .meta({ id: 'CondoTenancy' });
export type CondoTenancy = z.infer<typeof condoTenancySchema>;

export const userSchema = answerSchemaOf(userFields)
  .extend({
    condo_associations: z.array(condoAssociationSchema),
    merged_into: z.int().nullable().meta({
      description: 'The person into whom this closed account was merged. Embedded API only',
    }),
  })
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
  inactive: z.enum(['only', 'none', '']).optional().meta({
    description: 'only: the deactivated users alone; none: the others. Embedded API only',
  }),
  role: z
    .enum([...ROLES, ''])
    .optional()
    .meta({
      description:
        'People who have this role today; with condo_id, in that building. Embedded API only',
    }),
  sort_by: z.enum(USER_SORTS).optional().meta({
    description:
      'id unless told otherwise. People without a name come last, equal ones are sorted by id. Embedded API only',
  }),
  sort_order: z.enum(['asc', 'desc']).optional().meta({
    description: 'asc unless told otherwise. Embedded API only',
  }),
  with_total: z.enum(['true', 'false']).optional().meta({
    description: 'true: pagination has total as well; not with after_id. Embedded API only',
  }),
  after_id: z.coerce.number().int().nonnegative().max(INTEGER_MAX).optional().meta({
    description:
      'In place of page and sort: the users that follow this one by id, so that nobody is missed while others come and go. total_pages is 2 where there may be more, else 1. Embedded API only',
  }),
});
export type UserListQuery = z.infer<typeof userListQuerySchema>;

/** User edit: the e-mail is read-only, so only the names are sent. */
export const userFormSchema = formSchemaOf(userFields);
export type UserForm = z.infer<typeof userFormSchema>;
/** Values that the form sends. An external API supports only the names. */
export type UserNames = Omit<UserForm, 'phone'> & { phone?: string };

/** PUT /admin/users/{id}: only sent fields change, even to an empty text. Other fields are ignored. */
export const userUpdateSchema = z
  .object({
    first_name: valueSchema(userFields.first_name).nullable().optional(),
    last_name: valueSchema(userFields.last_name).nullable().optional(),
    phone: valueSchema(userFields.phone).nullable().optional(),
  })
  .meta({ id: 'UserUpdate' });
export type UserUpdate = z.infer<typeof userUpdateSchema>;
