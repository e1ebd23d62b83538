import { earlyRequestKey, type EarlyRequest } from '../early-request';
import { serverFunctionUrl } from '../server-function-url';
import { listCondosFn } from './condos.functions';
import type { CondoQuery } from './condo-search';

/** The building list's early request. */
export function condoListRequest(query: CondoQuery): EarlyRequest {
  return { key: earlyRequestKey('condos', query), url: serverFunctionUrl(listCondosFn, query) };
}
