import type { ComboboxNotice } from '~/components/ui/combobox';

interface OptionsQuery {
  isPending: boolean;
  isError: boolean;
  refetch: () => unknown;
}

/** A combobox's notice while its options load or after they failed to; null once they are available. */
export function queryNotice(
  query: OptionsQuery,
  texts: { loading: string; error: string },
): ComboboxNotice | null {
  if (query.isError) {
    return { kind: 'error', text: texts.error, onRetry: () => void query.refetch() };
  }
  return query.isPending ? { kind: 'loading', text: texts.loading } : null;
}
