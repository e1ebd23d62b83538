import { streamToBrowser } from '~/data/answer';
import { checkedKey, readBulkSubmit } from '~/data/bulk/bulk-body.server';
import {
  cancelBulkImport,
  createBulkRows,
  getBulkProgress,
  listBulkImports,
  undoBulkImport,
  validateBulkFile,
} from '~/data/bulk/bulk.server';
import type { UndoRequest } from '~/data/bulk/undo-request';
import { getCapabilities } from '~/data/capabilities/capabilities.server';
import { requireForm } from '~/data/streamed-form.server';
import { formRequest } from './form-stream';
import { api, type FormInput } from './panel-functions';

/** Whether the stub replaces an external API. */
export const apiKind = { isExternal: true };

const { upstream } = api;

/** The server functions of bulk imports for UI tests; see panel-functions. */
export const bulkFunctions = {
  validateBulkFn: async ({ data }: FormInput) =>
    streamToBrowser(await validateBulkFile(upstream, requireForm(formRequest(data)))),
  createBulkFn: async ({ data, headers }: FormInput) =>
    streamToBrowser(await createBulkRows(upstream, readBulkSubmit(formRequest(data, headers)))),
  listBulkImportsFn: async () => streamToBrowser(await listBulkImports(upstream)),
  bulkProgressFn: async ({ data }: { data: string }) =>
    streamToBrowser(await getBulkProgress(upstream, checkedKey(data))),
  cancelBulkImportFn: ({ data }: { data: string }) => cancelBulkImport(upstream, checkedKey(data)),
  undoBulkImportFn: async ({ data }: { data: UndoRequest }) =>
    streamToBrowser(await undoBulkImport(upstream, data)),
};

export const capabilityFunctions = { getCapabilitiesFn: () => getCapabilities(upstream, apiKind) };
