import { earlyRequestKey, type EarlyRequest } from '../early-request';
import { serverFunctionUrl } from '../server-function-url';
import { listUsersFn } from './users.functions';
import type { UserQuery } from './user-search';
import { toUserListQuery } from './users.queries';

/** The user list's early request. */
export function userListRequest(query: UserQuery): EarlyRequest {
  const data = toUserListQuery(query);
  return { key: earlyRequestKey('users', data), url: serverFunctionUrl(listUsersFn, data) };
}
