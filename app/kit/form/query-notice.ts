import type { ComboboxNotice } from './combobox';

/** A combobox's notice while its options load or after they failed to; null once they are available. */
export function queryNotice(
  query: { isPending: boolean; isError: boolean; refetch: () => unknown },
  texts: { loading: string; error: string },
): ComboboxNotice | null {
  if (query.isError) {
    return { kind: 'error', text: texts.error, onRetry: () => void query.refetch() };
  }
  return query.isPending ? { kind: 'loading', text: texts.loading } : null;
}
