import type { BulkType } from './schema';
import { defineSearch, idParam, wordParam } from '~/rpc/list-search';

const TYPES = [
  'condo',
  'apartment',
  'user_invite',
  'tenancy',
] as const satisfies readonly BulkType[];

/** Search params of the import: the type, and the building into which rows are imported. */
export const bulkSearch = defineSearch({ type: wordParam(TYPES, 'condo'), condo_id: idParam });

export type BulkSearch = typeof bulkSearch.defaults;
