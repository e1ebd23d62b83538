/** Start's own client of server functions, which scripts/lazy-fetcher-plugin.ts finds. */
declare module 'virtual:start-fetcher' {
  export interface FunctionCall {
    method?: string;
    data?: unknown;
    headers?: HeadersInit;
    signal?: AbortSignal;
  }

  export function serverFnFetcher(
    url: string,
    args: readonly [FunctionCall, ...unknown[]],
    handler: typeof fetch,
  ): Promise<unknown>;
}
