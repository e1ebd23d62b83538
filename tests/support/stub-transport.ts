import type { getTransport as realTransport } from '~/rpc/transport.server';
import { StubApi } from './stub-api';

const BASE_URL = 'http://api.test/api';

/** The API of a UI test. */
export const api = new StubApi(BASE_URL);

/** Replaces app/rpc/transport.server.ts. */
export const getTransport: typeof realTransport = () => ({
  baseUrl: BASE_URL,
  transport: (call) => api.answer(call.toRequest()),
  limitMs: undefined,
});
