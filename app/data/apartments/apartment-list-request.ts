import { earlyRequestKey, type EarlyRequest } from '../early-request';
import { serverFunctionUrl } from '../server-function-url';
import { listApartmentsFn } from './apartments.functions';

/** The apartment list's early request. */
export function apartmentListRequest(data: { search: string }): EarlyRequest {
  return {
    key: earlyRequestKey('apartments', data),
    url: serverFunctionUrl(listApartmentsFn, data),
  };
}
