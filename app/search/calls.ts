import type { CallGroup } from '~/rpc/declare';
import { requiredText } from '~/fields/field';
import { namesOf } from '~/fields/fields';
import { z } from '~/fields/zod';
import {
  COLUMNS_PATH,
  SEARCH_LIMIT_CHARS,
  VIEW_LISTS,
  VIEW_NAME_LIMIT_CHARS,
  type SavedPath,
} from './view-lists';

const PATHS: readonly SavedPath[] = [...namesOf(VIEW_LISTS), COLUMNS_PATH];

const newSavedViewSchema = z
  .object({
    name: requiredText('Name', VIEW_NAME_LIMIT_CHARS),
    path: z.enum(PATHS).meta({
      description:
        'The list, by its address; /bulk-operations for the columns of files of the type `name`',
    }),
    search: z.string().max(SEARCH_LIMIT_CHARS).meta({ description: 'Search params, without "?"' }),
    is_starred: z.boolean(),
    is_shared: z.boolean().meta({ description: 'true: shown to all administrators' }),
  })
  .meta({ id: 'NewSavedView' });
export type NewSavedView = z.infer<typeof newSavedViewSchema>;

const savedViewSchema = newSavedViewSchema
  .extend({
    id: z.int(),
    name: z.string(),
    is_mine: z.boolean(),
    /** Null for an erased person. */
    created_by: z.string().nullable(),
  })
  .meta({ id: 'SavedView' });

/** Saved views of the lists (docs/behaviour/lists.md, "Saved views"). */
export const savedViewCalls = {
  base: '/admin/saved-views',
  tag: 'Saved views',
  embedded: 'not_found',
  calls: {
    list: {
      method: 'GET',
      asks: 'look',
      summary: "The caller's own saved views, and those that others share",
      answer: savedViewSchema.array(),
    },
    create: {
      method: 'POST',
      asks: 'keep',
      summary: "Save a view; it takes the place of the caller's own of that name and list",
      body: newSavedViewSchema,
      answer: savedViewSchema,
      isCreated: true,
      errors: [409],
    },
    update: {
      method: 'PUT',
      asks: 'keep',
      path: '/{id}',
      summary: "Change one of the caller's own views; another one of the new name goes",
      body: newSavedViewSchema,
      answer: savedViewSchema,
    },
    delete: {
      method: 'DELETE',
      asks: 'keep',
      path: '/{id}',
      summary: "Delete one of the caller's own views, or one that is shared",
    },
  },
} as const satisfies CallGroup;
