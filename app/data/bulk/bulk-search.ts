import type { BulkType } from '~/contract/bulk';
import { defineSearch, idParam, wordParam } from '~/rpc/list-search';

const TYPES = ['condo', 'apartment', 'user_invite'] as const satisfies readonly BulkType[];

/** The search params of the import: what is imported, and the building that it is for. */
export const bulkSearch = defineSearch({ type: wordParam(TYPES, 'condo'), condo_id: idParam });

export type BulkSearch = typeof bulkSearch.defaults;
